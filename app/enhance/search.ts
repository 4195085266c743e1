import { readPage } from "./trusted";

/** The link to the search page opens the page's search box, unless it is opened in another tab. */
export function openSearch() {
  document.addEventListener("click", (event) => {
    const target = event.target as HTMLElement;
    if (target.matches("[data-search-dialog]")) (target as HTMLDialogElement).close();
    const dialog = document.querySelector<HTMLDialogElement>("[data-search-dialog]");
    if (!dialog || !target.closest("[data-search]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.showModal();
  });
  document.addEventListener("input", ({ target }) => {
    const input = target as HTMLInputElement;
    if (!input.closest("[data-search-dialog]")) return;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => void offer(input), 250);
  });
}

let waiting = 0;
const maxShown = 5;

/** Shows the first results under the box while someone types, read from the page that the form leads to. */
async function offer(input: HTMLInputElement) {
  const typed = input.value.trim();
  const { form } = input;
  if (!form) return;
  const found = typed.length > 2 ? await firstFound(`${form.action}?q=${encodeURIComponent(typed)}`) : [];
  if (typed !== input.value.trim()) return;
  const list = form.querySelector("ul") ?? form.appendChild(document.createElement("ul"));
  list.replaceChildren(...found);
}

async function firstFound(url: string): Promise<Node[]> {
  const html = await fetch(url)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .catch(() => "");
  return [...readPage(html).querySelectorAll("main ol > li")].slice(0, maxShown).map((entry) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const kind = document.createElement("small");
    const from = entry.querySelector("a");
    link.href = from?.getAttribute("href") ?? "";
    link.textContent = from?.textContent ?? "";
    link.style.cssText = "display:block;justify-items:start;padding:.625rem 1.25rem;color:inherit;font-weight:700;line-height:1.35";
    kind.textContent = entry.querySelector("p")?.textContent ?? "";
    kind.style.cssText = "display:block;font-weight:400";
    link.append(kind);
    item.append(link);
    return item;
  });
}
