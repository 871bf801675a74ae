import {Button, Modal, NativeSelect} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useState} from 'react'
import {WALL_VERSIONS} from '../../../../contract/limits'
import {rowsOf} from '../../../domain/wall/layout/layout'
import {
  bringBack,
  isPresent,
  type VersionChanges,
  versionChanges,
  type WallVersion,
} from '../../../domain/wall/versions'
import type {WallRef} from '../../../machines/wall/wall'
import type {LoadWallVersions, WallVersionsLogic} from '../../../machines/wall/wallVersions'
import {useApplication} from '../../kit/application'
import {LazyPart} from '../../kit/loading/LazyPart'
import {useResource} from '../../kit/loading/Retry'
import {TimeText} from '../../kit/text/TimeText'
import {buttons} from '../../kit/text/texts'
import {PanelChanges} from '../compose/PanelChanges'
import {inReadingOrder, nameOf, placeOf} from '../panels/Panels'
import {ReadFailure} from '../panels/ReadFailure'
import {texts} from './texts'
import styles from './Versions.module.css'

interface Props {
  wall: WallRef
  load: LoadWallVersions
}

/** The earlier versions of the organisation's walls, removed ones included, for restoring them. */
export function VersionsDialog({wall, load}: Props) {
  const {formats} = useApplication()
  return (
    <Modal
      opened
      size="xl"
      title={texts.title}
      closeButtonProps={{'aria-label': buttons.close}}
      transitionProps={{duration: 0}}
      onClose={() => wall.send({type: 'versions.closed'})}
    >
      <p className={styles.hint}>{texts.hint(formats.number(WALL_VERSIONS))}</p>
      <LazyPart load={load} waiting="">
        {logic => <Versions wall={wall} logic={logic} />}
      </LazyPart>
    </Modal>
  )
}

function Versions({wall, logic}: {wall: WallRef; logic: WallVersionsLogic}) {
  const shown = useSelector(wall, s => s.context.board.wall?.name || (s.context.board.walls[0]?.name ?? ''))
  const [name, setName] = useState(shown)
  return <VersionsOf key={name} wall={wall} logic={logic} name={name} onChosen={setName} />
}

interface VersionsOfProps {
  wall: WallRef
  logic: WallVersionsLogic
  name: string
  onChosen: (name: string) => void
}

function VersionsOf({wall, logic, name, onChosen}: VersionsOfProps) {
  const organisationId = useSelector(wall, s => s.context.user.organisationId ?? '')
  const machine = useActorRef(logic, {input: {organisationId, wall: name}})
  const value = useSelector(machine, s => s.context.value)
  const walls = useSelector(wall, s => s.context.board.walls)
  const {isLoading} = useResource(machine)
  const names = [...new Set([...walls.map(each => each.name), ...(value?.walls ?? []), name])]
  return (
    <div className={styles.content}>
      <NativeSelect
        label={texts.wall}
        data={names}
        value={name}
        onChange={({currentTarget}) => onChosen(currentTarget.value)}
      />
      <ReadFailure machine={machine} />
      {isLoading && <p role="status">{texts.loading}</p>}
      {value?.versions.length === 0 && <p role="status">{texts.none}</p>}
      {value !== null && value.versions.length > 0 && (
        <ol className={styles.versions} aria-label={texts.list}>
          {value.versions.map((version, at) => (
            <Version
              key={version.id}
              wall={wall}
              version={version}
              name={name}
              changes={versionChanges(value.versions, at)}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

interface VersionProps {
  wall: WallRef
  version: WallVersion
  name: string
  changes: VersionChanges | null
}

function Version({wall, version, name, changes}: VersionProps) {
  const {formats} = useApplication()
  const walls = useSelector(wall, s => s.context.board.walls)
  const time = formats.dateTime(version.storedAt)
  return (
    <li className={styles.version}>
      <Sketch wall={wall} version={version} />
      <div className={styles.facts}>
        <p>
          <TimeText at={version.storedAt} /> {version.by !== null && <bdi>{texts.by(version.by)}</bdi>}
        </p>
        <Changes wall={wall} changes={changes} />
      </div>
      {isPresent(version, name, walls) ? (
        <span className={styles.hint}>{texts.present}</span>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.bringBackWhat(time)}
          onClick={() => wall.send({type: 'version.chosen', intent: bringBack(version.wall, name, walls)})}
        >
          {texts.bringBack}
        </Button>
      )}
    </li>
  )
}

/** The changes that led to this version. */
function Changes({wall, changes}: Pick<VersionProps, 'wall' | 'changes'>) {
  if (changes === null) return <p className={styles.hint}>{texts.first}</p>
  const {renamedFrom, hasOtherSettings} = changes
  return (
    <>
      {renamedFrom !== null && <p className={styles.hint}>{texts.renamed(renamedFrom)}</p>}
      <PanelChanges className={styles.hint} wall={wall} changes={changes} />
      {hasOtherSettings && <p className={styles.hint}>{texts.settings}</p>}
    </>
  )
}

/** A small sketch of the panels in their places. */
function Sketch({wall, version}: Pick<VersionProps, 'wall' | 'version'>) {
  const devices = useSelector(wall, s => s.context.board.devices)
  const panels = inReadingOrder(version.wall.composition?.panels ?? [])
  const label =
    panels.length === 0 ? texts.tiles : texts.panels(panels.map(panel => nameOf(panel, {devices})).join(', '))
  return (
    <div
      className={styles.sketch}
      style={{gridTemplateRows: `repeat(${rowsOf(panels)}, minmax(0, 1fr))`}}
      role="img"
      aria-label={label}
    >
      {panels.length === 0 && <span className={styles.alone}>{texts.tiles}</span>}
      {panels.map(panel => (
        <span key={panel.id} className={styles.panel} style={placeOf(panel)}>
          {panel.h > 1 && nameOf(panel, {devices})}
        </span>
      ))}
    </div>
  )
}
