"""Which models a server offers."""

from __future__ import annotations

import asyncio

from ..errors import BadSettings, ModelError
from .model_errors import SettingNames, read
from .model_spec import ModelSpec, without_password
from .model_streams import new_client


async def list_models(base_url: str, api_key: str = "", *, seconds: float = 5.0) -> list[str]:
    """The models that a server offers, in its order; raises `ModelError`, for `doctor` to show, after `seconds`."""
    import httpx2

    where = f"the server at {without_password(base_url)}"
    try:
        spec = ModelSpec(role="listed", model="openai-compatible:any", base_url=base_url, api_key=api_key)
        headers = {"authorization": f"Bearer {api_key}"} if api_key else {}
        async with asyncio.timeout(seconds), new_client(seconds) as client:
            response = await client.get(f"{base_url.rstrip('/')}/models", headers=headers)
        response.raise_for_status()
        return [str(model["id"]) for model in response.json()["data"]]
    except (TimeoutError, httpx2.TimeoutException):
        raise ModelError(f"{where} did not answer within {seconds:g} s: is it running?") from None
    except httpx2.HTTPStatusError as error:
        code = error.response.status_code
        hint = "is the key right?" if code in (401, 403) else "does the address end in /v1?"
        raise ModelError(f"{where} answered HTTP {code} when asked for its models: {hint}") from None
    except (ValueError, LookupError, TypeError):
        raise ModelError(f"{where} does not list models as OpenAI does: does the address end in /v1?") from None
    except BadSettings:
        raise ModelError(f"{where} cannot be asked: address or key is malformed") from None
    except Exception as error:
        what = read(error, spec, SettingNames(role="listed")).what
        raise ModelError(f"{where} {what}: is it running?") from None
