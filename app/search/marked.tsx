import { Fragment } from "react";
import { typeset } from "#contract/formats/french-spaces";
import type { Excerpt } from "#contract/publishing/search";

/** A text with what matches the search marked. */
export function Marked({ text, locale }: { text: Excerpt; locale: string }) {
  let at = 0;
  return text.map((piece) => {
    at += piece.text.length;
    const words = typeset(piece.text, locale);
    return piece.hit ? (
      <mark key={at} className="rounded-sm bg-primary-pale px-0.5 text-ink">
        {words}
      </mark>
    ) : (
      <Fragment key={at}>{words}</Fragment>
    );
  });
}
