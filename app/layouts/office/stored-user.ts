import { useEffect } from "react";
import type { LayoutUser } from "./office-layout";

/** The four local-storage keys of the signed-in person (S3-015). */
export const storedUserKeys = {
  permissions: "user-permissions",
  documents: "user-documents",
  docToSign: "user-doc-to-sign",
  legalDocuments: "user-legal-documents",
} as const;

/** Stores a part of the person for other pages of this browser: names of rights, and type and uuid of documents, nothing else. */
export function useStoredUser(user: LayoutUser | null) {
  useEffect(() => {
    if (!user) return;
    for (const [field, key] of Object.entries(storedUserKeys)) {
      localStorage.setItem(key, JSON.stringify(user[field as keyof typeof storedUserKeys]));
    }
  }, [user]);
}
