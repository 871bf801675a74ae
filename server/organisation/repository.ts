import {getTableColumns, isNotNull} from 'drizzle-orm'
import {QueryBuilder} from 'drizzle-orm/pg-core'
import type {
  NewOrganisationBody,
  OrganisationChange,
  OrganisationCounts,
  OrganisationWire,
} from '../../contract/wire/entities/organisation'
import {countOf} from '../access/reach'
import type {Database} from '../database/connect'
import {organisation} from '../database/schema/organisation'
import {type Cascade, createEntityStore, type EntityStore, type EntityStoreOptions, type Select} from '../store/entity'

export type Organisation = typeof organisation.$inferSelect & {counts?: OrganisationCounts}
export type OrganisationRepository = EntityStore<Organisation, NewOrganisationBody, OrganisationChange>

export interface OrganisationRepositoryOptions extends EntityStoreOptions<Organisation> {
  /** Whether an organisation is sent with counts of what belongs to it, which the specification doesn't have. */
  additions: boolean
  /** The entities of an organisation are removed with it. */
  dependents: Readonly<Record<keyof OrganisationCounts, Cascade>>
}

/** The title of an organisation, for queries of those who belong to it. */
export const ownOrganisation = new QueryBuilder({casing: 'snake_case'})
  .select({id: organisation.id, title: organisation.title})
  .from(organisation)
  .as('own_organisation')

export function createOrganisationRepository(options: OrganisationRepositoryOptions): OrganisationRepository {
  const counted = options.additions ? selectCounted : undefined
  return createEntityStore(
    {
      kind: 'organisation',
      table: organisation,
      list: {
        id: organisation.id,
        searched: [organisation.title, organisation.email],
        sorts: {title: organisation.title, email: organisation.email, createdAt: organisation.createdAt},
        sortedBy: 'title',
        filters: {city: organisation.city, country: organisation.country},
        createdAt: organisation.createdAt,
      },
      select: db => db.select().from(organisation).$dynamic(),
      selectShown: counted,
      selectListed: () => counted,
      update: (transaction, values, where) => transaction.update(organisation).set(values).where(where).returning(),
      toWire,
      describe: ({id, title}) => ({entityName: title, organisationId: id}),
      admit: async (_transaction, _caller, {additional_info, ...body}, createdAt) => ({
        ...body,
        additionalInfo: additional_info,
        createdAt,
      }),
      admitChange: async (_transaction, _caller, _before, {additional_info, version, ...change}) => ({
        ...change,
        additionalInfo: additional_info,
      }),
    },
    options,
  )
}

/** The retention in days of each organisation that has set one. */
export async function organisationRetentions({db}: Pick<Database, 'db'>): Promise<Map<string, number>> {
  const {id, retentionDays} = organisation
  const rows = await db.select({id, days: retentionDays}).from(organisation).where(isNotNull(retentionDays))
  return new Map(rows.flatMap(({id, days}) => (days === null ? [] : [[id, days] as const])))
}

export function toWire({id, additionalInfo, ...found}: Organisation): OrganisationWire {
  return {_id: id, additional_info: additionalInfo, ...found}
}

/** The counts include deleted users. */
const selectCounted: Select<Organisation> = db => {
  const count = (kind: Parameters<typeof countOf>[1]) => countOf(db, kind, 'organisationId', organisation.id)
  const counts = {
    customers: count('customer'),
    users: count('user'),
    devices: count('device'),
    assets: count('asset'),
  }
  return db
    .select({...getTableColumns(organisation), counts})
    .from(organisation)
    .$dynamic()
}
