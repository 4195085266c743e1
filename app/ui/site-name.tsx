import { OutsideLink } from "./outside-link";

/** A name that leads to its own site, where it has one. */
export function SiteName({ name, url }: { name: string; url: string | null }) {
  if (!url) return name;
  return (
    <OutsideLink className="text-ink" href={url}>
      {name}
    </OutsideLink>
  );
}
