/** Shares the page's URL with the device's dialog or the clipboard, and copies texts. Without script, there is the mail link. */
export function offerSharing() {
  if (!isSecureContext) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-share],[data-copy]")) {
    const { share, copy, copied = "" } = button.dataset;
    button.hidden = false;
    button.addEventListener("click", async () => {
      if (share && navigator.share) return navigator.share({ title: document.title, url: share }).catch(() => {});
      await navigator.clipboard.writeText(share ?? copy ?? "");
      button.lastElementChild?.replaceChildren(copied);
    });
  }
}
