import { useEffect } from "react";
import type { FrameUser } from "./office-layout";

/** The four local-storage keys of the signed-in person (section 3 of the specification). */
export const keptUserKeys = {
  permissions: "user-permissions",
  documents: "user-documents",
  docToSign: "user-doc-to-sign",
  legalDocuments: "user-legal-documents",
} as const;

/** Keeps what other pages of this browser may want of the person: names of rights, and type and uuid of documents, nothing else. */
export function useKeptUser(user: FrameUser | null) {
  useEffect(() => {
    if (!user) return;
    for (const [field, key] of Object.entries(keptUserKeys)) {
      localStorage.setItem(key, JSON.stringify(user[field as keyof typeof keptUserKeys]));
    }
  }, [user]);
}
