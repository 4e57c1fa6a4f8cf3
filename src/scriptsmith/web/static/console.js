// What the console adds where scripts run: pages that follow a run, an edit that is checked while it is typed, and keys.
// Without it every page reads and every form decides just the same. Nothing here builds HTML from text.

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const csrf = () => one('meta[name="csrf"]')?.content ?? "";

/** Put a fragment that the server rendered, and escaped, into `place`. */
const put = (place, html) => {
  const made = document.createElement("template");
  made.innerHTML = html;
  place.replaceChildren(made.content);
};

/** Follow the events of a run: refresh its part of the page, or tell that the page is out of date. */
const follow = (place) => {
  let seen = Number(place.dataset.seq);
  let asking = false;
  let again = false;
  const refresh = async () => {
    if (!place.dataset.part) {
      place.hidden = false;
      return;
    }
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    try {
      do {
        again = false;
        const answer = await fetch(place.dataset.part, { headers: { Accept: "text/html" } });
        if (answer.status === 401) location.reload();
        if (answer.ok) put(place, await answer.text());
      } while (again);
    } catch {
      // the connection is gone for now: the next event asks again
    } finally {
      asking = false;
    }
  };
  const shown = () => (place.querySelector("[data-state]") ?? place).dataset.state;
  const heard = (event) => {
    const seq = Number(event.lastEventId);
    if (!seq || seq <= seen) return;
    seen = seq;
    refresh();
  };
  const over = (event) => {
    const { state, problem } = JSON.parse(event.data);
    if (shown() === (problem ? "given up" : state)) return;
    if (problem && place.dataset.part) location.reload(); // what can be done about it stands beside the steps
    else refresh();
  };
  const kinds = ["message", ...place.dataset.kinds.split(" ")];
  let source = null;
  let wait = 5000;
  const open = () => {
    source = new EventSource(`${place.dataset.live}?after=${seen}`);
    for (const kind of kinds) source.addEventListener(kind, heard);
    source.addEventListener("failed", () => place.dataset.part && refresh());
    source.addEventListener("over", (event) => {
      source.close();
      over(event);
    });
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      if (place.dataset.part) refresh();
      setTimeout(open, wait); // whoever asks anew is told how it ended
      wait = Math.min(60000, wait * 2);
    });
  };
  open();
  addEventListener("pagehide", () => source.close());
};

/** Have the server check what is typed, half a second after the last key, and show only the newest answer. */
const recheck = (field) => {
  const place = one("#recheck");
  let timer = 0;
  let asked = 0;
  const ask = async () => {
    const number = ++asked;
    try {
      const body = new URLSearchParams({ text: field.value });
      const headers = { "X-CSRF-Token": csrf(), Accept: "text/html" };
      const answer = await fetch(field.dataset.recheck, { method: "POST", headers, body });
      if (number !== asked) return;
      const text = await answer.text();
      if (answer.ok || answer.headers.get("X-Part")) put(place, text);
      else place.textContent = "It cannot be checked now. What you wrote is still here.";
    } catch {
      if (number === asked) place.textContent = "The service does not answer. What you wrote is still here.";
    }
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 500);
  });
  const panel = field.closest("details");
  panel.addEventListener("toggle", () => {
    if (panel.open && !asked) ask();
  });
  if (panel.open) ask(); // it came open, with what was typed before a login: nobody may hear of that any more
  let sent = false;
  field.form.addEventListener("submit", () => {
    sent = true;
  });
  addEventListener("beforeunload", (event) => {
    if (!sent && field.value !== field.defaultValue) event.preventDefault();
  });
};

/** Copy a script as the service has it; without a clipboard, mark it for the keys that copy. */
const copy = (button) => {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const say = (text) => {
      one("#copied").textContent = text;
    };
    try {
      const answer = await fetch(button.dataset.copy);
      if (!answer.ok) throw new Error(answer.statusText);
      await navigator.clipboard.writeText(await answer.text());
      say("Copied.");
    } catch {
      getSelection().selectAllChildren(one(".script ol"));
      say("Marked: press Ctrl+C.");
    }
  });
};

/** Copy what is selected of a script as its lines alone: a browser puts a blank line wherever a finding stands between. */
const copySelected = (event) => {
  const selected = getSelection();
  if (!selected.rangeCount) return;
  const range = selected.getRangeAt(0).cloneRange();
  const list = all(".script ol").find((one) => range.intersectsNode(one));
  if (!list) return;
  const [before, past] = [range.cloneRange(), range.cloneRange()];
  if (list.contains(range.startContainer)) before.collapse(true);
  else before.setEndBefore(list);
  if (list.contains(range.endContainer)) past.collapse(false);
  else past.setStartAfter(list);
  if (`${before}${past}`.trim()) return; // more than the script is selected
  if (!list.contains(range.startContainer)) range.setStart(list, 0);
  if (!list.contains(range.endContainer)) range.setEnd(list, list.childNodes.length);
  const lines = [...range.cloneContents().querySelectorAll("code:not(.note code)")];
  if (!lines.length) return; // a part of one line
  event.clipboardData.setData("text/plain", lines.map((line) => line.textContent).join("\n"));
  event.preventDefault();
};

/** Go to the next (1) or the previous (-1) row: a run, an entry, a finding of the script. */
const step = (by) => {
  const rows = all("[data-row]").filter((row) => row.offsetParent);
  if (!rows.length) return;
  const before = rows.findIndex((row) => row.classList.contains("here"));
  const next = rows[Math.min(rows.length - 1, Math.max(0, before < 0 ? (by > 0 ? 0 : rows.length - 1) : before + by))];
  rows[before]?.classList.remove("here");
  next.classList.add("here");
  (next.querySelector("a") ?? next).focus({ preventScroll: true });
  next.scrollIntoView({ block: "center" });
};

/** Open the form of a decision and go to where it is confirmed; nothing is decided by one key. */
const open = (id) => {
  const panel = document.getElementById(id);
  if (!panel) return false;
  for (const other of all("details[name='decide'][open]")) if (other !== panel) other.open = false;
  panel.open = true;
  panel.querySelector("[data-confirm]")?.focus();
  return true;
};

const close = () => {
  const panel = one("details[name='decide'][open]");
  if (!panel) return;
  panel.open = false;
  panel.querySelector("summary").focus();
};

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  a: () => open("approve") || open("publish"),
  e: () => open("edit"),
  r: () => open("reject"),
  l: () => open("label"),
  "/": () => one("input[type='search']")?.focus(),
  "?": () => one("#keyboard")?.showModal(),
};

addEventListener("copy", copySelected);
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !one("dialog[open]")) {
    close();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || one("dialog[open]")) return;
  if (event.target.closest("input:not([type='radio']):not([type='checkbox']), textarea, select")) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

for (const panel of all("details[name='decide']")) {
  panel.querySelector("summary").addEventListener("click", () => {
    if (!panel.open) setTimeout(() => panel.querySelector("[data-confirm]")?.focus());
  });
}
for (const link of all(".finding a[href^='#']")) {
  link.addEventListener("click", () => document.getElementById(link.hash.slice(1))?.querySelector(".note")?.focus());
}
all("[data-live]").forEach(follow);
all("[data-recheck]").forEach(recheck);
all("[data-copy]").forEach(copy);
one("details[name='decide'][open] [data-confirm]")?.focus();
