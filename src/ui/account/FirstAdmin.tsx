export function FirstAdmin() {
  return <h1>FirstAdmin</h1>
}
