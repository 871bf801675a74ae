import {NativeSelect, TextInput} from '@mantine/core'
import {NAME_LENGTH} from '../../../../contract/limits'
import {typedName} from '../../../domain/format/typedName'
import type {WallLink} from '../../../domain/wall/walls'
import type {LinkedWalls, NewWallLink, WallLinksLogic} from '../../../machines/wall/wallLinks'
import {IssuedSecrets, type SecretsColumn} from '../../kit/issuedSecrets/IssuedSecrets'
import {IssueForm} from '../../kit/issuedSecrets/IssueForm'
import {TimeText} from '../../kit/text/TimeText'
import {texts} from './texts'
import styles from './WallLinks.module.css'

/** The links to the walls of an organisation: issued, copied once, revoked. */
export function WallLinks({logic, organisationId}: {logic: WallLinksLogic; organisationId: string}) {
  return (
    <IssuedSecrets
      logic={logic}
      organisationId={organisationId}
      texts={texts}
      columns={COLUMNS()}
      form={(walls, isIssuing, issue) => <Issue walls={walls} isIssuing={isIssuing} issue={issue} />}
    />
  )
}

/** Asked for in the language of the page. */
const COLUMNS = (): SecretsColumn<WallLink, LinkedWalls>[] => [
  {
    head: texts.wallColumn,
    cell: ({wall}, walls) => (
      <>
        <bdi>{wall}</bdi>
        {!walls.includes(wall) && <span className={styles.gone}> ({texts.gone})</span>}
      </>
    ),
  },
  {head: texts.seenColumn, cell: ({seenAt}) => (seenAt === null ? texts.never : <TimeText at={seenAt} />)},
]

interface IssueProps {
  walls: LinkedWalls
  isIssuing: boolean
  issue: (request: NewWallLink) => void
}

function Issue({walls, isIssuing, issue}: IssueProps) {
  if (walls.length === 0) return <p className={styles.note}>{texts.noWalls}</p>
  const submit = (form: FormData) => {
    const name = typedName(form.get('name'))
    if (name !== '') issue({wall: String(form.get('wall')), name})
  }
  return (
    <IssueForm submit={submit} isIssuing={isIssuing} label={isIssuing ? texts.issuing : texts.issue}>
      <TextInput name="name" label={texts.name} maxLength={NAME_LENGTH} required withAsterisk={false} />
      <NativeSelect name="wall" label={texts.wall} data={[...walls]} />
    </IssueForm>
  )
}
