import {Anchor} from '@mantine/core'
import {Link} from 'react-router-dom'
import type {EntityType} from '../../../../../contract/wire/entities/attribute'
import {CopyableId} from '../../../kit/text/CopyableId'
import {CopyButton} from '../../../kit/text/CopyButton'
import {recordPath} from '../../paths'
import styles from '../Record.module.css'
import {useNameOf} from './useNameOf'

interface Props {
  label: string
  kind: EntityType
  id: string
}

/** Links to a record by its name. Until that is loaded, and when it can't be, the id stands there. */
export function NamedId({label, kind, id}: Props) {
  const name = useNameOf(kind, id)
  return (
    <span className={styles.id}>
      <Anchor component={Link} to={recordPath(kind, id)} inherit>
        {name === null ? <code>{id}</code> : <bdi>{name}</bdi>}
      </Anchor>
      {name === null ? <CopyButton what={label} value={id} /> : <CopyableId what={label} id={id} />}
    </span>
  )
}
