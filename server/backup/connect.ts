import pg from 'pg'

/** A connection without limits of time. When it breaks, its running statement rejects, and the process goes on. */
export async function connectUnhurried(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'pulsewall backup',
    connectionTimeoutMillis: 5_000,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c jit=off',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
