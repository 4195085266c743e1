import type { ReactNode } from "react";
import { useIsAdmin } from "~/layouts/office/use-is-admin";
import { Link } from "~/ui/link";

type Props = { userId: string; className?: string; children: ReactNode };

/** The name of somebody of an event, as a link to their page for administrators: who looks after events of a sector may not open everybody's. */
export function PersonLink({ userId, className, children }: Props) {
  if (!useIsAdmin()) return <span className={className}>{children}</span>;
  return (
    <Link to={`/dashboard/admin/users/${userId}/view`} className={className}>
      {children}
    </Link>
  );
}
