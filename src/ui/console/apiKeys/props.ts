export interface ApiKeysProps {
  /** Whose keys; null is the system. */
  organisationId: string | null
}
