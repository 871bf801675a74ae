import {sql} from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import {epochMs, id, jsonb, version} from './columns'

/** `scope` is 0 (client), 1 (server) or 2 (shared). Exactly one of the typed values is set. */
export const attribute = pgTable(
  'attribute',
  {
    id: id(),
    entityType: text({enum: ['device', 'asset', 'customer', 'user', 'organisation']}).notNull(),
    entityId: uuid().notNull(),
    scope: smallint().notNull(),
    key: text().notNull(),
    boolV: boolean(),
    strV: text(),
    longV: bigint({mode: 'number'}),
    dblV: doublePrecision(),
    jsonV: jsonb(),
    lastUpdateTs: epochMs().notNull(),
    organisationId: uuid(),
    version: version(),
    /** The bytes of the key and its text or JSON, about as on the wire, where a control character takes six. */
    bytes: integer()
      .notNull()
      .generatedAlwaysAs(
        sql`octet_length(key) + coalesce(octet_length(regexp_replace(str_v, '[[:cntrl:]]', '......', 'g')), 0)
          + coalesce(octet_length(json_v::text), 0)`,
      ),
  },
  table => [
    unique().on(table.entityType, table.entityId, table.scope, table.key),
    check('attribute_scope', sql`${table.scope} in (0, 1, 2)`),
  ],
)
