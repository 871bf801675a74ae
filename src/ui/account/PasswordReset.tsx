export function PasswordReset() {
  return <h1>PasswordReset</h1>
}
