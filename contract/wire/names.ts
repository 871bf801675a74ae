import type * as z from 'zod/mini'
import type {Json} from './common'

/** Names of the specification that the rule does not turn into those of the client. */
const EXCEPTIONS = {
  _id: 'id',
  bool_v: 'bool_v',
  dbl_v: 'dbl_v',
  int_v: 'int_v',
  json_v: 'json_v',
  long_v: 'long_v',
  str_v: 'str_v',
} as const
type Exceptions = typeof EXCEPTIONS

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** The client's name of a field: `organisationId` for `organisation_id`. */
export type ClientName<Name> = Name extends keyof Exceptions
  ? Exceptions[Name]
  : Name extends string
    ? CamelCase<Name>
    : Name

/** Data of the wire whose fields have the names of the client, at any depth. JSON keeps the names of its author. */
export type InClientNames<Wire> = Json extends Wire
  ? Wire
  : Wire extends readonly unknown[]
    ? {[Place in keyof Wire]: InClientNames<Wire[Place]>}
    : Wire extends object
      ? {[Name in keyof Wire as ClientName<Name>]: InClientNames<Wire[Name]>}
      : Wire

/** Gives parsed data the names of the client. Where the schema names no fields, names stay. */
export function inClientNames<Schema extends z.ZodMiniType>(
  schema: Schema,
  parsed: z.output<Schema>,
): InClientNames<z.output<Schema>>
export function inClientNames(schema: z.ZodMiniType, parsed: unknown): unknown {
  return toClient(schema)(parsed)
}

/**
 * Gives data the names that a schema has for its fields, whichever of their two names they have. Fields that are there
 * by both names, or that the schema doesn't have, keep theirs.
 */
export function inWireNames<Data>(schema: unknown, data: Data): Data
export function inWireNames(schema: unknown, data: unknown): unknown {
  return toWire(schema)(data)
}

type Rename = (data: unknown) => unknown
const asItIs: Rename = data => data

const toClient = renamingBy(wire => [[wire, clientName(wire)]])
const toWire = renamingBy(wire =>
  [wire, clientName(wire), camelCase(wire), snakeCase(wire)].map(known => [known, wire] as const),
)

/** Makes the renaming of each schema once. `namesOf` lists the names that a field may have, each with its new name. */
function renamingBy(namesOf: (wire: string) => readonly (readonly [string, string])[]): (schema: unknown) => Rename {
  const made = new WeakMap<object, Rename>()
  return renamingOf

  function renamingOf(schema: unknown): Rename {
    if (!isRecord(schema) || !isRecord(schema.def)) return asItIs
    const known = made.get(schema)
    if (known !== undefined) return known
    const rename = renamingBySchema(schema.def)
    made.set(schema, rename)
    return rename
  }

  function renamingBySchema({shape, element, innerType, valueType, options}: Fields): Rename {
    if (isRecord(shape)) return ofObject(shape)
    if (element !== undefined) return ofArray(renamingOf(element))
    if (valueType !== undefined) return ofRecord(renamingOf(valueType))
    if (Array.isArray(options)) return ofUnion(options.map(renamingOf))
    return renamingOf(innerType)
  }

  function ofObject(shape: Fields): Rename {
    const fields = new Map<string, {name: string; rename: Rename}>()
    for (const [wire, schema] of Object.entries(shape)) {
      const rename = renamingOf(schema)
      for (const [given, name] of namesOf(wire)) {
        if (given === wire || !(given in shape)) fields.set(given, {name, rename})
      }
    }
    if ([...fields].every(([given, {name, rename}]) => given === name && rename === asItIs)) return asItIs
    return data => {
      if (!isRecord(data)) return data
      const renamed: Record<string, unknown> = {}
      for (const given in data) {
        const field = fields.get(given)
        if (field === undefined) renamed[given] = data[given]
        else renamed[given !== field.name && field.name in data ? given : field.name] = field.rename(data[given])
      }
      return renamed
    }
  }
}

const ofArray = (rename: Rename): Rename =>
  rename === asItIs ? asItIs : data => (Array.isArray(data) ? data.map(rename) : data)

const ofRecord = (rename: Rename): Rename =>
  rename === asItIs
    ? asItIs
    : data =>
        isRecord(data) ? Object.fromEntries(Object.entries(data).map(([key, item]) => [key, rename(item)])) : data

/** A field has the same new name in all options, so renaming by an option that the data doesn't match is harmless. */
function ofUnion(options: readonly Rename[]): Rename {
  const renames = options.filter(rename => rename !== asItIs)
  return renames.length === 0 ? asItIs : data => renames.reduce((renamed, rename) => rename(renamed), data)
}

const exceptions: ReadonlyMap<string, string> = new Map(Object.entries(EXCEPTIONS))

const clientName = (wire: string): string => exceptions.get(wire) ?? camelCase(wire)

/** A leading underscore stays. */
function camelCase(name: string): string {
  return name.replace(/\B_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
