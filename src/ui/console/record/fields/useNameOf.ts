import {useSelector} from '@xstate/react'
import type {EntityType} from '../../../../../contract/wire/entities/attribute'
import {titleOf} from '../../../../domain/console/records/description'
import {DESCRIPTIONS} from '../../../../domain/console/records/descriptions'
import {useRecord} from '../../logic'

/** The name of a record by its id; null until it is loaded, and when it can't be. */
export function useNameOf(kind: EntityType, id: string): string | null {
  const description = DESCRIPTIONS[kind]
  const record = useRecord({description, id, organisationId: '', isEditing: false})
  return useSelector(record, ({context}) => (context.record === null ? null : titleOf(description, context.record)))
}
