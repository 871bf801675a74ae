export function AuditPage() {
  return <h1>Audit trail</h1>
}
