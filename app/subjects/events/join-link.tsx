import { OutsideLink } from "~/ui/outside-link";

/** Where somebody with a place joins an event online. */
export const JoinLink = ({ url }: { url: string }) => <OutsideLink href={url}>{url}</OutsideLink>;
