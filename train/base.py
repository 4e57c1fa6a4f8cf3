"""The language model that the stages train: read from a GGUF file or a folder, with LoRA weights that learn.

Its prompts are those that ScriptSmith sends, its replies those that ScriptSmith reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM, AutoTokenizer

from scriptsmith import prompts
from scriptsmith.core.types import Action
from scriptsmith.ports import Prompt

RANK = 16
LAYERS = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
"""The layers that LoRA is added to, as Hugging Face calls them in models of Llama's and Qwen's kind."""


def load(base: Path, dtype: torch.dtype = torch.float32) -> tuple[Any, Any]:
    """The model and the tokenizer in `base`: a GGUF file, which is dequantised, or a folder of Hugging Face."""
    where: dict[str, Any] = {"pretrained_model_name_or_path": str(base)}
    if base.is_file():
        where = {"pretrained_model_name_or_path": str(base.parent), "gguf_file": base.name}
    tokenizer = AutoTokenizer.from_pretrained(**where, local_files_only=True)
    model = AutoModelForCausalLM.from_pretrained(**where, local_files_only=True, dtype=dtype)
    return model, tokenizer


def with_lora(model: Any, adapter: Path | None = None, rank: int = RANK, *, learns: bool = True) -> Any:
    """`model` with LoRA weights: those of the folder `adapter`, or fresh ones, which change nothing yet."""
    if adapter:
        return PeftModel.from_pretrained(model, str(adapter), is_trainable=learns)
    return get_peft_model(model, LoraConfig(r=rank, lora_alpha=2 * rank, target_modules=LAYERS, task_type="CAUSAL_LM"))


def question(action: str, examples: Sequence[tuple[str, str]] = ()) -> Prompt:
    """What ScriptSmith asks a small model: its strategy `markdown`, or with examples `nearest`."""
    asked = Action(text=action)
    return prompts.examples(asked, examples) if examples else prompts.markdown(asked)


def prompt_ids(tokenizer: Any, asked: Prompt) -> list[int]:
    """The tokens of a question as the model's chat template puts it, up to where the reply begins."""
    told = [{"role": "system", "content": asked.system}, {"role": "user", "content": asked.text}]
    text = tokenizer.apply_chat_template(told, tokenize=False, add_generation_prompt=True)
    ids: list[int] = tokenizer(text, add_special_tokens=False)["input_ids"]
    return ids


def reply_ids(tokenizer: Any, script: str, thought: str = "") -> list[int]:
    """The tokens of a reply that holds `script`, behind `<think>` where there is a thought, and of its end."""
    text = f"```bash\n{script.rstrip()}\n```"
    text = f"<think>\n{thought.strip()}\n</think>\n{text}" if thought else text
    ids: list[int] = tokenizer(text, add_special_tokens=False)["input_ids"]
    return [*ids, tokenizer.eos_token_id]
