import { useState } from "react";
import { Button } from "./button";
import { closeDialog, Dialog, DialogLink } from "./dialog";
import type { Examples } from "./examples";

function Closable() {
  return (
    <>
      <DialogLink dialog="example" to="#example" variant="line">
        Annuler la tournée
      </DialogLink>
      <Dialog id="example" title="Annuler la tournée de jeudi ?">
        <p>Les trois bénévoles inscrits reçoivent un message tout de suite.</p>
        <div className="actions justify-end">
          <Button type="button" variant="line" onClick={() => closeDialog("example")}>
            Garder la tournée
          </Button>
          <Button type="button" variant="danger-full" onClick={() => closeDialog("example")}>
            Annuler la tournée
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function Prevented() {
  const [sending, setSending] = useState(true);
  return (
    <>
      <DialogLink dialog="prevented" to="#prevented" variant="line">
        Envoyer les reçus
      </DialogLink>
      <Dialog id="prevented" title="Envoyer 128 reçus ?" preventClose={sending}>
        <p>Rien ne ferme cette question tant que la case est cochée.</p>
        <label className="choice">
          <input type="checkbox" className="tick" checked={sending} onChange={({ target }) => setSending(target.checked)} />
          Envoi en cours
        </label>
      </Dialog>
    </>
  );
}

export const examples: Examples = { piece: "Dialog", states: { closable: Closable, "closing prevented": Prevented } };
