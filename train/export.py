"""The LoRA weights that a stage made, as a GGUF file that llama.cpp loads beside the base.

    python -m train.export --base smollm2-135m.gguf --adapter sft/adapter --out smith.gguf [--name smith]

Writes `OUT` in half precision, and a card beside it (`OUT` with `.json`): what it was made of and its digest. `--base`
is the GGUF file that it will be used with, or the folder that it was trained on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

NAMES = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
"""The layers as Hugging Face calls them, and as GGUF does."""
Floats = NDArray[np.float32]


def tensors(learned: Mapping[str, Floats], heads: Mapping[str, int]) -> dict[str, Floats]:
    """The weights of an adapter by their names in GGUF. `heads` says how many heads the rows of a layer are of, where
    its architecture puts the rows of a head in another order there (Llama, for queries and keys)."""
    found = dict[str, Floats]()
    for name, value in learned.items():
        at = re.fullmatch(r"base_model\.model\.model\.layers\.(\d+)\.([\w.]+)\.lora_([AB])\.weight", name)
        if not at or at[2] not in NAMES:
            raise ValueError(f"{name} is no weight that this exports")
        layer = NAMES[at[2]]
        if at[3] == "B" and layer in heads:
            value = turned(value, heads[layer])
        found[f"blk.{at[1]}.{layer}.weight.lora_{at[3].lower()}"] = value
    return found


def turned(value: Floats, heads: int) -> Floats:
    """Rows in llama.cpp's order: within each head the two halves of a rotation stand side by side."""
    rows, columns = value.shape
    made: Floats = value.reshape(heads, 2, rows // heads // 2, columns).swapaxes(1, 2).reshape(rows, columns)
    return made


def about(base: Path) -> tuple[str, dict[str, int]]:
    """The architecture of a base, and the heads whose rows are turned."""
    if base.is_file():
        reader = gguf.GGUFReader(base)
        told = {
            name: field.contents()
            for name, field in reader.fields.items()
            if name.startswith(("general.arch", "llama.att"))
        }
        kind = str(told["general.architecture"])
        queries, keys = told.get("llama.attention.head_count", 0), told.get("llama.attention.head_count_kv", 0)
    else:
        config = json.loads((base / "config.json").read_text())
        kind = config["model_type"]
        queries, keys = config["num_attention_heads"], config.get("num_key_value_heads", config["num_attention_heads"])
    return kind, {"attn_q": int(queries), "attn_k": int(keys)} if kind == "llama" else {}


def write(out: Path, kind: str, alpha: float, found: Mapping[str, Floats], name: str, licence: str) -> None:
    """An adapter as a GGUF file, in half precision."""
    writer = gguf.GGUFWriter(out, kind)
    writer.add_type("adapter")
    writer.add_name(name)
    writer.add_license(licence)
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", alpha)
    for key, value in sorted(found.items()):
        writer.add_tensor(key, value.astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--adapter", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="smith")
    parser.add_argument("--licence", default="apache-2.0")
    parser.add_argument("--data", type=Path, help="the card.json of the data, to be told in the card")
    given = parser.parse_args()
    kind, heads = about(given.base)
    settings = json.loads((given.adapter / "adapter_config.json").read_text())
    found = tensors(load_file(given.adapter / "adapter_model.safetensors"), heads)
    write(given.out, kind, float(settings["lora_alpha"]), found, given.name, given.licence)
    card = {
        "name": given.name,
        "licence": given.licence,
        "bytes": given.out.stat().st_size,
        "sha256": _digest(given.out),
        "base": {"file": given.base.name, "sha256": _digest(given.base) if given.base.is_file() else ""},
        "lora": {"rank": settings["r"], "alpha": settings["lora_alpha"]},
        "data": json.loads(given.data.read_text()) if given.data else None,
    }
    given.out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n")
    print(f"{given.out}: {card['bytes'] / 1e6:.1f} MB, SHA-256 {card['sha256']}")


def _digest(path: Path) -> str:
    with path.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


if __name__ == "__main__":
    main()
