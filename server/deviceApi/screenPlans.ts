import {FALLBACK_ATTRIBUTE, GROUP_ATTRIBUTE} from '../../contract/rules/lists/idList'
import {EMERGENCIES_ATTRIBUTE, EMERGENCY_VIDEOS_ATTRIBUTE} from '../../contract/rules/media/emergency'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {Attribute, AttributeListener} from '../attribute/repository'

/** What an organisation and its groups say of all of their screens. */
const PLANS: readonly string[] = [
  EMERGENCIES_ATTRIBUTE,
  EMERGENCY_VIDEOS_ATTRIBUTE,
  FALLBACK_ATTRIBUTE,
  GROUP_ATTRIBUTE,
]

/** Called with organisations whose screens may have to show something else. */
export const screenPlansListener =
  (onChanged: (organisationId: string) => void): AttributeListener =>
  async (_transaction, refs) => {
    const concerned = planOwners(refs)
    return () => concerned.forEach(onChanged)
  }

/** The organisations in which any of the attributes says what their screens are to show. */
export const planOwners = (
  written: readonly Pick<Attribute, 'entityType' | 'scope' | 'key' | 'organisationId'>[],
): Set<string> =>
  new Set(
    written
      .filter(
        ({entityType, scope, key}) =>
          entityType !== 'device' && scope === ATTRIBUTE_SCOPES.shared && PLANS.includes(key),
      )
      .flatMap(({organisationId}) => organisationId ?? []),
  )
