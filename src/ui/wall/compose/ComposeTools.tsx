import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useRef, useState} from 'react'
import {WALL_TEMPLATES} from '../../../../contract/rules/lists/wallTemplates'
import {type CurrentUser, mayManage} from '../../../domain/user'
import {mayRead} from '../../../domain/wall/facts/facts'
import {rowsOf} from '../../../domain/wall/layout/layout'
import {SHAPES, screenRows, shapeOf} from '../../../domain/wall/layout/shape'
import {changesOf} from '../../../domain/wall/panels/changes'
import {PANEL_KINDS, type PanelKind} from '../../../domain/wall/panels/panels'
import {commonestKey, panelsOfTemplate} from '../../../domain/wall/panels/templates'
import {panelsFile, type ReadPanels, readPanels} from '../../../domain/wall/panels/transfer'
import type {ComposeRef} from '../../../machines/wall/compose'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {IconDownload, IconLayoutDashboard, IconPlus, IconRedo, IconUndo, IconUpload} from '../../kit/mark/icons'
import {MenuItem, PlainMenu} from '../../kit/menu/PlainMenu'
import {download} from '../../kit/text/download'
import {buttons} from '../../kit/text/texts'
import {texts as panelTexts} from '../panels/texts'
import styles from './Compose.module.css'
import {PanelChanges} from './PanelChanges'
import {texts} from './texts'

interface Props {
  wall: WallRef
  compose: ComposeRef
}

/**
 * Only admins choose among the pictures of their organisation, and nobody is offered panels of data they may not read.
 */
const isOffered = (kind: PanelKind, user: CurrentUser): boolean =>
  kind === 'picture' || kind === 'plan' ? mayManage(user) : mayRead(kind, user.authority)

/** Adds panels, walks through the history, and ends it. */
export function ComposeTools({wall, compose}: Props) {
  const canUndo = useSelector(compose, s => s.context.before.length > 0)
  const canRedo = useSelector(compose, s => s.context.after.length > 0)
  const isOvertaken = useSelector(compose, s => s.matches('overtaken'))
  const devices = useSelector(wall, s => s.context.board.devices)
  const user = useSelector(wall, s => s.context.user)
  const [read, setRead] = useState<ReadPanels | null>(null)
  return (
    <>
      <div className={styles.tools}>
        <PlainMenu
          label={texts.add}
          opener={opener => (
            <Button {...opener} size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />}>
              {texts.add}
            </Button>
          )}
        >
          {PANEL_KINDS.filter(kind => isOffered(kind, user)).map(kind => (
            <MenuItem
              key={kind}
              icon={<IconPlus size={14} aria-hidden="true" />}
              onChosen={() => compose.send({type: 'panel.added', kind})}
            >
              {panelTexts.kinds[kind]}
            </MenuItem>
          ))}
        </PlainMenu>
        <PlainMenu
          label={texts.template}
          opener={opener => (
            <Button {...opener} size="xs" variant="default">
              {texts.template}
            </Button>
          )}
        >
          {WALL_TEMPLATES.map(template => (
            <MenuItem
              key={template}
              icon={<IconLayoutDashboard size={14} aria-hidden="true" />}
              onChosen={() =>
                compose.send({
                  type: 'panels.replaced',
                  panels: panelsOfTemplate(
                    template,
                    commonestKey(devices),
                    shapeOf(compose.getSnapshot().context.draft),
                  ),
                })
              }
            >
              {texts.templates[template]}
            </MenuItem>
          ))}
        </PlainMenu>
        <Button
          size="xs"
          variant="default"
          disabled={!canUndo}
          leftSection={<IconUndo size={14} aria-hidden="true" />}
          onClick={() => compose.send({type: 'undo.requested'})}
        >
          {texts.undo}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!canRedo}
          leftSection={<IconRedo size={14} aria-hidden="true" />}
          onClick={() => compose.send({type: 'redo.requested'})}
        >
          {texts.redo}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden="true" />}
          onClick={() => {
            const {draft, composition} = compose.getSnapshot().context
            download(`${draft.name}.json`, 'application/json', panelsFile(composition))
          }}
        >
          {texts.exported}
        </Button>
        <Import
          onRead={text => {
            const found = readPanels(text, devices)
            setRead(found)
            if (found.kind === 'read') compose.send({type: 'panels.replaced', panels: found.panels})
          }}
        />
        <Screen compose={compose} />
        <span className={styles.gap} />
        <Button size="xs" variant="default" onClick={() => wall.send({type: 'editor.closed'})}>
          {buttons.cancel}
        </Button>
        <Button size="xs" onClick={() => compose.send({type: 'save.requested'})}>
          {buttons.save}
        </Button>
      </div>
      <p className={styles.hint}>{texts.hint}</p>
      <Taller compose={compose} />
      {read !== null && <ReadNotes read={read} />}
      {isOvertaken && <Overtaken wall={wall} compose={compose} />}
    </>
  )
}

/** The shape of the screen that the wall is for, and whether further screens are pages that turn. */
function Screen({compose}: {compose: ComposeRef}) {
  const shape = useSelector(compose, s => shapeOf(s.context.draft))
  const hasPages = useSelector(compose, s => s.context.draft.hasPages === true)
  return (
    <>
      <label className={styles.screen}>
        {texts.screen}
        <select
          value={shape}
          onChange={({target}) => {
            const chosen = SHAPES.find(each => each === target.value)
            if (chosen !== undefined) compose.send({type: 'frame.changed', frame: {shape: chosen}})
          }}
        >
          {SHAPES.map(each => (
            <option key={each} value={each}>
              {texts.shapes[each]}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.screen}>
        <input
          type="checkbox"
          checked={hasPages}
          onChange={({target}) => compose.send({type: 'frame.changed', frame: {hasPages: target.checked}})}
        />
        {texts.pages}
      </label>
    </>
  )
}

/** Says that rows are below the screen, unless they are on pages. */
function Taller({compose}: {compose: ComposeRef}) {
  const {formats} = useApplication()
  const shape = useSelector(compose, s => shapeOf(s.context.draft))
  const below = useSelector(compose, ({context: {draft, composition}}) =>
    draft.hasPages === true ? 0 : rowsOf(composition.panels, screenRows(draft)) - screenRows(draft),
  )
  if (below === 0) return null
  return (
    <p role="status" className={styles.taller}>
      {texts.taller(shape, formats.number(below), below)}
    </p>
  )
}

function Import({onRead}: {onRead: (text: string) => void}) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUpload size={14} aria-hidden="true" />}
        onClick={() => file.current?.click()}
      >
        {texts.imported}
      </Button>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={texts.imported}
        onChange={async ({currentTarget}) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen !== undefined) onRead(await chosen.text())
          // Otherwise the same file could not be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

function ReadNotes({read}: {read: ReadPanels}) {
  const {formats} = useApplication()
  if (read.kind === 'unreadable')
    return (
      <p role="alert" className={styles.wrong}>
        {texts.unreadable}
      </p>
    )
  const notes = [
    ...(read.kinds.length > 0 ? [texts.unknownKinds(read.kinds.join(', '))] : []),
    ...(read.devices.length > 0 ? [texts.unknownDevices(read.devices.join(', '))] : []),
    ...(read.left > 0 ? [texts.left(formats.number(read.left))] : []),
    ...(read.isMended ? [texts.moved] : []),
  ]
  if (notes.length === 0) return null
  return (
    <div role="status" className={styles.notes}>
      {notes.map(note => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}

/** Another user's changes of the wall meanwhile, before they are overwritten. */
function Overtaken({wall, compose}: Props) {
  const stored = useSelector(compose, s => s.context.wall)
  const walls = useSelector(compose, s => s.context.walls)
  if (stored === null) return null
  const now = walls.find(({name}) => name === stored.name)
  const changes = changesOf(stored, now)
  return (
    <div role="alert" className={styles.question}>
      <p>{changes === null ? texts.gone : texts.overtaken}</p>
      {changes !== null && <PanelChanges wall={wall} changes={changes} />}
      <div className={styles.tools}>
        <Button size="xs" variant="default" onClick={() => compose.send({type: 'question.cancelled'})}>
          {buttons.cancel}
        </Button>
        <Button size="xs" onClick={() => compose.send({type: 'overwriting.confirmed'})}>
          {texts.overwrite}
        </Button>
      </div>
    </div>
  )
}
