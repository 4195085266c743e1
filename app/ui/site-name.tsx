import { OutsideLink } from "./outside-link";

/** A name, linked to its website if there is one. */
export function SiteName({ name, url }: { name: string; url: string | null }) {
  if (!url) return name;
  return (
    <OutsideLink className="text-ink" href={url}>
      {name}
    </OutsideLink>
  );
}
