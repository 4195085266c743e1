import type { AnchorHTMLAttributes } from "react";
import { urlToFollow } from "#contract/formats/urls";

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "rel" | "target"> & { href: string };

/** A link to another site, in a new tab and without referrer. A forbidden URL leaves the text only. */
export function OutsideLink({ href, children, ...rest }: Props) {
  const url = urlToFollow(href, { outside: true });
  if (!url) return <span {...rest}>{children}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
    </a>
  );
}
