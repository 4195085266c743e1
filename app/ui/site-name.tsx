import { OutsideLink } from "./outside-link";
import { rowTitle } from "./row-title";

/** A name, linked to its website if there is one. */
export function SiteName({ name, url }: { name: string; url: string | null }) {
  if (!url) return name;
  return (
    <OutsideLink className={rowTitle} href={url}>
      {name}
    </OutsideLink>
  );
}
