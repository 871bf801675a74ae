export function Verification() {
  return <h1>Verification</h1>
}
