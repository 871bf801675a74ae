import type {Database} from '../../database/connect'

/** The cache is emptied at this size, because some devices invent a new key with each message. */
const REMEMBERED_KEYS = 100_000

export interface KeyIds {
  /** Resolves to the ids of all `names`; new names are stored. Several servers may do this at the same time. */
  find(names: ReadonlySet<string>): Promise<ReadonlyMap<string, number>>
}

/** The ids of the given names that any device has sent. */
export async function readKeyIds(pool: Database['pool'], names: readonly string[]): Promise<Map<string, number>> {
  const text = 'select id, name from telemetry_key where name = any($1)'
  const {rows} = await pool.query<{id: number; name: string}>(text, [names])
  return new Map(rows.map(({id, name}) => [name, id]))
}

export function createKeyIds({pool}: Pick<Database, 'pool'>): KeyIds {
  let known = new Map<string, number>()

  async function learn(names: readonly string[]) {
    for (const [name, id] of await readKeyIds(pool, names)) known.set(name, id)
  }
  const unknown = (names: Iterable<string>) => [...names].filter(name => !known.has(name))

  return {
    async find(names) {
      let missing = unknown(names)
      if (missing.length === 0) return known
      if (known.size > REMEMBERED_KEYS) {
        known = new Map()
        missing = [...names]
      }
      await learn(missing)
      missing = unknown(missing).sort()
      if (missing.length > 0) {
        await pool.query('insert into telemetry_key (name) select unnest($1::text[]) on conflict do nothing', [missing])
        await learn(missing)
      }
      return known
    },
  }
}
