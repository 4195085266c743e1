import { useTranslation } from "react-i18next";
import type { PressItem } from "#contract/publishing/press";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { OutsideLink } from "~/ui/outside-link";
import { rowTitle } from "~/ui/row-title";
import { SavedFile } from "./saved-file";

/** A release or a cutting: its source and date, its title as the link to its text, and its files. */
export function Piece({ piece, heading: Heading }: { piece: PressItem; heading: "h3" | "h4" }) {
  const { t } = useTranslation("press");
  const { id, outlet, kind, day, url, quote, ownPage, file } = piece;
  return (
    <>
      <p className="muted text-sm">
        <span className="tag mr-2">{kind === "release" ? t("release.kind") : t(`kind.${kind}`)}</span>
        <b className="text-ink">{outlet}</b>, <LocalDate value={day} style={Heading === "h3" ? "full" : "day"} />
      </p>
      <Heading className="title-card mt-1 text-balance">
        <Title piece={piece} />
      </Heading>
      {quote.fr && <Quote of={quote} quoted={kind !== "release"} />}
      {ownPage && url && (
        <OutsideLink className="more" href={url}>
          {t(`read.${kind}`, { outlet })}
        </OutsideLink>
      )}
      {file && <SavedFile id={id} file={file} />}
    </>
  );
}

/** The title leads to the page of the piece, or to its source on another site. */
function Title({ piece: { id, title, url, ownPage } }: { piece: PressItem }) {
  const text = <LocalizedText of={title} mark />;
  if (ownPage)
    return (
      <Link className={rowTitle} to={`/press/${id}`}>
        {text}
      </Link>
    );
  return url ? (
    <OutsideLink className={rowTitle} href={url}>
      {text}
    </OutsideLink>
  ) : (
    text
  );
}

/** The text of a cutting is a quotation; that of a release is not. */
function Quote({ of, quoted }: { of: PressItem["quote"]; quoted: boolean }) {
  const Frame = quoted ? "blockquote" : "p";
  return (
    <Frame className="mt-2 max-w-2xl text-neutral-dark">
      <LocalizedText of={of} />
    </Frame>
  );
}
