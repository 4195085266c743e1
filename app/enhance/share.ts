/** Passes the page's address on: by what the device offers, or into the clipboard. Without script, the mail link beside it does. */
export function offerSharing() {
  const button = document.querySelector<HTMLButtonElement>("[data-share]");
  if (!button || !isSecureContext) return;
  const { share, copied = "" } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (navigator.share) return navigator.share({ title: document.title, url: share }).catch(() => {});
    await navigator.clipboard.writeText(share ?? "");
    button.lastElementChild?.replaceChildren(copied);
  });
}
