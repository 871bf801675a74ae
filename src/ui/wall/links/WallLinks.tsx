import {Button, NativeSelect, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {NAME_LENGTH} from '../../../../contract/limits'
import type {WallLink} from '../../../domain/wall/wallLink'
import type {WallLinksLogic, WallLinksRef} from '../../../machines/wall/wallLinks'
import {ConfirmDialog} from '../../kit/ConfirmDialog'
import {CopyButton} from '../../kit/CopyButton'
import {Failure} from '../../kit/Failure'
import {TimeText} from '../../kit/TimeText'
import {texts} from './texts'
import styles from './WallLinks.module.css'

/** The links to the walls of an organisation: issued, copied once, revoked. */
export function WallLinks({logic, organisationId}: {logic: WallLinksLogic; organisationId: string}) {
  const links = useActorRef(logic, {input: {organisationId}})
  const isLoading = useSelector(links, s => s.matches('loading'))
  const isFailed = useSelector(links, s => s.matches('failed'))
  const isAsking = useSelector(links, s => s.matches('revoking'))
  return (
    <div className={styles.links}>
      <p className={styles.note}>{texts.hint}</p>
      {!isAsking && <Failure of={links} />}
      {isLoading && (
        <p role="status" className={styles.note}>
          {texts.loading}
        </p>
      )}
      {isFailed && (
        <Button size="xs" variant="default" onClick={() => links.send({type: 'retry.requested'})}>
          {texts.retry}
        </Button>
      )}
      {!isLoading && !isFailed && (
        <>
          <Issue links={links} />
          <Issued links={links} />
          <Table links={links} />
        </>
      )}
      <Revocation links={links} />
    </div>
  )
}

function Issue({links}: {links: WallLinksRef}) {
  const walls = useSelector(links, s => s.context.walls)
  const isIssuing = useSelector(links, s => s.matches('issuing'))
  if (walls.length === 0) return <p className={styles.note}>{texts.noWalls}</p>
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [wall, name] = [String(form.get('wall')), String(form.get('name')).trim()]
    if (name !== '') links.send({type: 'issue.requested', wall, name})
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput name="name" label={texts.name} maxLength={NAME_LENGTH} required withAsterisk={false} />
      <NativeSelect name="wall" label={texts.wall} data={[...walls]} />
      <Button type="submit" size="xs" aria-disabled={isIssuing} aria-busy={isIssuing}>
        {isIssuing ? texts.issuing : texts.issue}
      </Button>
    </form>
  )
}

function Issued({links}: {links: WallLinksRef}) {
  const issued = useSelector(links, s => s.context.issued)
  if (issued === null) return null
  return (
    <div role="status" className={styles.issued}>
      <p className={styles.note}>{texts.issued(issued.link.name)}</p>
      <code>{issued.address}</code>
      <CopyButton what={texts.address} value={issued.address} />
    </div>
  )
}

function Table({links}: {links: WallLinksRef}) {
  const listed = useSelector(links, s => s.context.links)
  if (listed.length === 0) return <p className={styles.note}>{texts.none}</p>
  return (
    <div className={styles.room}>
      <table className={styles.table} aria-label={texts.title}>
        <thead>
          <tr>
            {(['name', 'wall', 'issued', 'seen', 'actions'] as const).map(column => (
              <th key={column} scope="col">
                {texts.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listed.map(link => (
            <Row key={link.id} links={links} link={link} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({links, link}: {links: WallLinksRef; link: WallLink}) {
  const isKept = useSelector(links, s => s.context.walls.includes(link.wall))
  return (
    <tr>
      <th scope="row">
        <bdi>{link.name}</bdi>
      </th>
      <td>
        <Label column="wall" />
        <bdi>{link.wall}</bdi>
        {!isKept && <span className={styles.gone}> ({texts.gone})</span>}
      </td>
      <td>
        <Label column="issued" />
        <TimeText at={link.issuedAt} /> <span className={styles.by}>{texts.by(link.issuedBy)}</span>
      </td>
      <td>
        <Label column="seen" />
        {link.seenAt === null ? texts.never : <TimeText at={link.seenAt} />}
      </td>
      <td>
        <Button
          size="xs"
          variant="default"
          aria-label={texts.revokeWhat(link.name)}
          onClick={() => links.send({type: 'revocation.requested', link})}
        >
          {texts.revoke}
        </Button>
      </td>
    </tr>
  )
}

/** On a phone the rows stand without the heads of their columns. */
const Label = ({column}: {column: keyof typeof texts.columns}) => (
  <span className={styles.label}>{texts.columns[column]}: </span>
)

function Revocation({links}: {links: WallLinksRef}) {
  const isOpen = useSelector(links, s => s.matches('revoking'))
  const isBusy = useSelector(links, s => s.matches({revoking: 'sending'}))
  const asked = useSelector(links, s => s.context.asked)
  return (
    <ConfirmDialog
      {...{isOpen, isBusy}}
      title={asked === null ? texts.revoke : texts.revokeWhat(asked.name)}
      confirm={isBusy ? texts.revoking : texts.confirm}
      cancel={texts.cancel}
      onConfirm={() => links.send({type: 'revocation.confirmed'})}
      onCancel={() => links.send({type: 'question.cancelled'})}
    >
      <Failure of={links} />
      <p>{texts.question(asked?.name ?? '')}</p>
    </ConfirmDialog>
  )
}
