/** The link to the search page opens the box that the page holds, unless it was to open elsewhere. */
export function openSearch() {
  document.addEventListener("click", (event) => {
    const target = event.target as HTMLElement;
    if (target.matches("[data-search-dialog]")) (target as HTMLDialogElement).close();
    const dialog = document.querySelector<HTMLDialogElement>("[data-search-dialog]");
    if (!dialog || !target.closest("[data-search]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.showModal();
  });
}
