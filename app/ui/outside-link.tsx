import type { AnchorHTMLAttributes } from "react";
import { addressToFollow } from "#contract/formats/urls";

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "rel" | "target"> & { href: string };

/** A link to another site, which opens apart and learns nothing of this page. An address that may not be followed leaves its words only. */
export function OutsideLink({ href, children, ...rest }: Props) {
  const address = addressToFollow(href, { outside: true });
  if (!address) return <span {...rest}>{children}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
    </a>
  );
}
