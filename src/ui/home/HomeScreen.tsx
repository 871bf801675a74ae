export function HomeScreen() {
  return <h1>MyHome</h1>
}
