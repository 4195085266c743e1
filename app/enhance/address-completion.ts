/** Completes an address while it is typed. The list is an empty element of the page; without responses the fields stay plain. */
type Found = { label: string; addressLine: string; postcode: string; city: string };

const pause = 200;

/** Once for each field, however often it is called. */
export function completeAddress() {
  const list = document.querySelector<HTMLElement>("[data-addresses]");
  const form = list?.closest("form");
  const line = form?.elements.namedItem("addressLine") as HTMLInputElement | null | undefined;
  if (list && form && line && line.role !== "combobox") complete(list, form, line);
}

function complete(list: HTMLElement, form: HTMLFormElement, line: HTMLInputElement) {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
  let shown: Found[] = [];
  let at = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending = new AbortController();
  const button = document.querySelector<HTMLElement>("[data-address-find]");
  if (button) button.hidden = true;
  list.role = "listbox";
  const about = { role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-controls": list.id, "aria-expanded": "false" };
  for (const [name, value] of Object.entries(about)) line.setAttribute(name, value);

  function show(found: Found[]) {
    shown = found;
    list.replaceChildren(
      ...found.map(({ label }, index) => {
        const option = document.createElement("li");
        option.role = "option";
        option.id = `${list.id}-${index}`;
        option.textContent = label;
        return option;
      }),
    );
    list.hidden = found.length === 0;
    line.setAttribute("aria-expanded", String(!list.hidden));
    move(-1);
  }

  function move(to: number) {
    at = to;
    [...list.children].forEach((option, index) => {
      option.ariaSelected = String(index === at);
      option.toggleAttribute("data-chosen", index === at);
    });
    if (at < 0) line.removeAttribute("aria-activedescendant");
    else line.setAttribute("aria-activedescendant", `${list.id}-${at}`);
  }

  function choose(index: number) {
    const chosen = shown[index];
    if (!chosen) return;
    for (const name of ["addressLine", "postcode", "city"] as const) {
      const one = field(name);
      if (one) one.value = chosen[name];
    }
    show([]);
    line.focus();
  }

  async function suggest() {
    pending.abort();
    pending = new AbortController();
    const typed = line.value.trim();
    if (typed.length < 3) return show([]);
    try {
      const answer = await fetch(`${list.dataset.addresses}?q=${encodeURIComponent(typed)}`, { signal: pending.signal });
      const { items } = (await answer.json()) as { items: Found[] };
      if (document.activeElement === line) show(items);
    } catch {
      // Aborted, or no network: the fields work without.
    }
  }

  line.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, pause);
  });
  line.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) move((at + step + shown.length) % shown.length);
    else if (event.key === "Enter" && at >= 0) choose(at);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
  });
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    choose([...list.children].indexOf((event.target as HTMLElement).closest("li") as Element));
  });
  line.addEventListener("blur", () => show([]));
}
