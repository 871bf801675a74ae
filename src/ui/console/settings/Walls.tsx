import {NativeSelect} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import type {Wall} from '../../../domain/wall/walls'
import type {WallsLogic, WallsRef} from '../../../machines/wall/walls'
import {RetryButton} from '../../kit/loading/Retry'
import {Panel} from '../../kit/Panel'
import {useMay} from '../../kit/viewer'
import type {OfOrganisation} from '../logic'
import styles from './Settings.module.css'
import {texts} from './texts'

/** Lists the walls of an organisation, and says which of them everybody sees first. */
export function Walls({logic, organisationId}: OfOrganisation & {logic: WallsLogic}) {
  const walls = useActorRef(logic, {input: {owner: {kind: 'organisation', id: organisationId, organisationId}}})
  return (
    <Panel title={texts.walls.title}>
      <Content walls={walls} />
    </Panel>
  )
}

function Content({walls}: {walls: WallsRef}) {
  const isReading = useSelector(walls, s => s.matches({list: 'reading'}))
  const isUnread = useSelector(walls, s => s.matches({list: 'unread'}) || s.matches({list: 'gone'}))
  const message = useSelector(walls, ({context}) => context.message)
  const items = useSelector(walls, ({context}) => context.shown.items)
  if (isUnread)
    return (
      <div role="alert" className={styles.missed}>
        <p>{message}</p>
        <RetryButton size="xs" isBusy={false} onClick={() => walls.send({type: 'retry.requested'})} />
      </div>
    )
  if (isReading && items.length === 0)
    return (
      <p role="status" className={styles.note}>
        {texts.walls.loading}
      </p>
    )
  return (
    <>
      <First walls={walls} items={items} />
      {items.length === 0 ? <p className={styles.note}>{texts.walls.none}</p> : <Names items={items} />}
    </>
  )
}

function First({walls, items}: {walls: WallsRef; items: readonly Wall[]}) {
  const home = items.find(({isHome}) => isHome)
  const choose = (name: string) => {
    const wall = items.find(each => each.name === name) ?? home
    if (wall === undefined) return
    walls.send({
      type: 'intent.added',
      intent: {kind: 'keep', wall: {...wall, isHome: wall.name === name}, was: wall.name, base: wall},
    })
  }
  return (
    <NativeSelect
      className={styles.field}
      label={texts.walls.first}
      value={home?.name ?? ''}
      data={[{value: '', label: texts.walls.all}, ...items.map(({name}) => ({value: name, label: name}))]}
      onChange={({currentTarget: {value}}) => choose(value)}
    />
  )
}

/** A system admin sees the walls of no organisation. */
function Names({items}: {items: readonly Wall[]}) {
  const seesAll = useMay('organisation.list')
  return (
    <ul className={styles.names}>
      {items.map(({name, isHome}) => (
        <li key={name}>
          {seesAll ? (
            <bdi>{name}</bdi>
          ) : (
            <Link to={`/dashboard?${new URLSearchParams({wall: name})}`}>
              <bdi>{name}</bdi>
            </Link>
          )}
          {isHome && <span className={styles.quiet}> {texts.walls.isFirst}</span>}
        </li>
      ))}
    </ul>
  )
}
