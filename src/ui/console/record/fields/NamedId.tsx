import {Anchor} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import type {EntityType} from '../../../../../contract/wire/entities/attribute'
import {titleOf} from '../../../../domain/console/records/description'
import {DESCRIPTIONS} from '../../../../domain/console/records/descriptions'
import {CopyableId, CopyButton} from '../../../kit/text/CopyButton'
import {usePaths} from '../../../kit/viewer'
import {useRecord} from '../../logic'
import styles from '../Record.module.css'

interface Props {
  label: string
  kind: EntityType
  id: string
}

/** Links to a record by its name. Until that is loaded, and when it can't be, it shows the id. */
export function NamedId({label, kind, id}: Props) {
  const name = useNameOf(kind, id)
  const paths = usePaths()
  return (
    <span className={styles.id}>
      <Anchor component={Link} to={paths.record(kind, id)} inherit>
        {name === null ? <code>{id}</code> : <bdi>{name}</bdi>}
      </Anchor>
      {name === null ? <CopyButton what={label} value={id} /> : <CopyableId what={label} id={id} />}
    </span>
  )
}

/** The name of a record by its id; null until it is loaded, and when it can't be. */
export function useNameOf(kind: EntityType, id: string): string | null {
  const description = DESCRIPTIONS[kind]
  const record = useRecord({description, id, organisationId: '', isEditing: false})
  return useSelector(record, ({context}) => (context.record === null ? null : titleOf(description, context.record)))
}
