"""The words of which orders to a reader or an assessor are made, by what they do in one, in many languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_ROWS = """
override: ignore ignores ignoring disregard disregards forget override overrule bypass neglect ignorier ignoriere
  ignorieren
  ignoriert vergiss missachte ignorez ignorer ignore oubliez oublie ignora ignorar ignorad olvida olvide ignori
  ignorate
  dimentica ignoreer negeer vergeet ignoruj zignoruj zapomnij ignorera glöm игнорируй игнорируйте забудь забудьте
  yoksay unut
prior: above previous prior earlier preceding foregoing before vorherigen vorigen obigen bisherigen vorstehenden
  precedentes
  précédentes précédents precedente anteriores anterior previas precedenti vorige voorgaande bovenstaande poprzednie
  powyższe tidigare предыдущие предыдущих вышеизложенное önceki yukarıdaki
instruction: instruction instructions prompt prompts rule rules guideline guidelines directive directives orders
  policy
  policies anweisung anweisungen regeln vorgaben instrucciones instrucción reglas instruções istruzioni regole
  instructies
  regels instrukcje polecenia instruktioner consignes règles directives инструкции инструкций указания правила
  talimatları
  talimat kuralları
answer: answer answers reply respond return say output vote judge rate rule classify mark conclude declare report
  antworte antworten sage melde bewerte réponds répondez répondre dis dites responde responda responder rispondi
  rispondere
  antwoord zeg odpowiedz svara ответь ответьте отвечай скажи cevap yanıtla söyle
verdict: yes correct approved safe verified unsure verdict pass ja oui sí si sì sim tak да evet
  sicher richtig correcto correcta correcte corretto goed bezpieczny safe безопасно
approve: approve approves accept accepts whitelist greenlight trust certify endorse genehmige genehmigen freigeben
  akzeptiere
  approuve approuvez accepte acceptez aprueba apruebe aceptar acepta aprova aprove approva approvare accetta keur
  goedkeuren
  zatwierdź zaakceptuj godkänn одобри одобрите прими onayla kabul
reader: assessor assessors reviewer reviewers judge judges grader evaluator auditor validator model models llm llms ai
  assistant chatbot gpt chatgpt claude gemini copilot agent verifier classifier prüfer gutachter modell bewerter
  évaluateur
  modèle assistent evaluador revisor modelo valutatore modello beoordelaar recenzent оценщик модель ассистент
  değerlendirici
script: script scripts code command commands program draft snippet skript programm código comando programma polecenie
  скрипт код команда betik komut
"""

_GLUED = """
override: 忽略 无视 無視 忘记 忘れ 무시 تجاهل अनदेखा התעלם
prior: 上面 以上 之前 先前 前の 上記 위의 이전 السابقة पिछले הקודמות
instruction: 指令 指示 提示 规则 規則 命令 지시 명령 التعليمات निर्देश ההוראות
answer: 回答 回复 答え 대답 أجب उत्तर ענה
verdict: 是 正确 通过 はい 正しい 예 نعم हाँ כן
approve: 批准 同意 承認 승인 وافق स्वीकार אשר
reader: 审核 评审 模型 助手 審査 評価者 モデル 모델 المقيّم
script: 脚本 代码 スクリプト 스크립트 البرنامج הסקריפט
"""
"""Languages in which words are not parted by blanks, or take on other letters at their ends."""


def _rows(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    for row in text.replace("\n  ", " ").strip().splitlines():
        name, _, words = row.partition(":")
        yield name, frozenset(words.split())


WORDS: Mapping[str, frozenset[str]] = dict(_rows(_ROWS))
GLUED: Mapping[str, frozenset[str]] = dict(_rows(_GLUED))
