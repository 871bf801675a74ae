export function DeviceImportPage() {
  return <h1>Import devices</h1>
}
