import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {isPulsewall} from '../../../contract/rules/offer'
import {isAny} from '../../domain/telemetry/devices/deviceStates'
import {GROUPINGS, toggled} from '../../domain/telemetry/devices/navigatorView'
import {MARKED_STATUSES} from '../../domain/telemetry/devices/worstFirst'
import {mayManage} from '../../domain/user'
import {ORDERS, TILE_CHOICES} from '../../domain/wall/options'
import type {WallView} from '../../domain/wall/view'
import {NEW_WALL} from '../../domain/wall/walls'
import type {WallRef} from '../../machines/wall/wall'
import {useApplication} from '../kit/application'
import {SearchField} from '../kit/form/SearchField'
import {
  IconCopy,
  IconHistory,
  IconLayoutDashboard,
  IconLink,
  IconMonitor,
  IconPencil,
  IconPlus,
  IconStar,
  IconUndo,
} from '../kit/mark/icons'
import spoken from '../kit/text/Spoken.module.css'
import {StatusCount} from './StatusCount'
import styles from './Tools.module.css'
import {texts} from './texts'

/** The choice of the shown wall, and of its parts. */
export function Tools({wall, isOwn}: {wall: WallRef; isOwn: boolean}) {
  const change = (change: Partial<WallView>, history: 'push' | 'replace' = 'push') =>
    wall.send({type: 'view.changed', change, history})
  // Each panel of tiles has its own.
  const isComposed = useSelector(wall, s => s.context.board.wall?.composition !== undefined)
  return (
    <search className={styles.tools} aria-label={texts.tools.label}>
      {!isOwn && <Walls wall={wall} change={change} />}
      <Search wall={wall} change={change} />
      <Statuses wall={wall} change={change} />
      <Labels wall={wall} change={change} />
      {!isComposed && <Choices wall={wall} change={change} />}
      {isOwn ? <OwnActions wall={wall} change={change} /> : <Actions wall={wall} change={change} />}
    </search>
  )
}

interface Props {
  wall: WallRef
  change: (change: Partial<WallView>, history?: 'push' | 'replace') => void
}

function Walls({wall, change}: Props) {
  const walls = useSelector(wall, s => s.context.board.walls)
  const name = useSelector(wall, s => s.context.board.wall?.name ?? '')
  if (walls.length === 0) return null
  const choose = (name: string) => change({wall: name, walls: [], tiles: null, order: null, grouping: null})
  return (
    <Choice label={texts.tools.wall} value={name} onChosen={choose}>
      <option value="">{texts.tools.allDevices}</option>
      {walls.map(each => (
        <option key={each.name} value={each.name}>
          {each.name}
        </option>
      ))}
    </Choice>
  )
}

function Search({wall, change}: Props) {
  const q = useSelector(wall, s => s.context.board.view.q)
  return (
    <SearchField
      className={styles.search}
      label={texts.tools.search}
      placeholder={texts.tools.searchHint}
      value={q}
      onTyped={q => change({q}, 'replace')}
    />
  )
}

function Statuses({wall, change}: Props) {
  const counts = useSelector(wall, s => s.context.board.counts)
  const chosen = useSelector(wall, s => s.context.board.view.statuses)
  const offered = MARKED_STATUSES.filter(
    status => chosen.includes(status) || isAny(counts[status]) || status === 'critical' || status === 'warning',
  )
  return (
    <fieldset className={styles.statuses}>
      <legend className={spoken.spoken}>{texts.tools.statuses}</legend>
      {offered.map(status => (
        <button
          key={status}
          type="button"
          className={styles.status}
          data-status={isAny(counts[status]) ? status : undefined}
          aria-pressed={chosen.includes(status)}
          title={status === 'critical' || status === 'warning' ? texts.tools.inAlarm : undefined}
          onClick={() => change({statuses: toggled(chosen, status)})}
        >
          <StatusCount wall={wall} status={status} />
        </button>
      ))}
    </fieldset>
  )
}

function Labels({wall, change}: Props) {
  const facets = useSelector(wall, s => s.context.board.labels)
  const labels = useSelector(wall, s => s.context.board.view.labels)
  if (facets.length < 2) return null
  return (
    <Choice
      label={texts.tools.labels}
      value={labels.length === 0 ? ANY : (labels[0] ?? ANY)}
      onChosen={label => change({labels: label === ANY ? [] : [label]})}
    >
      <option value={ANY}>{texts.tools.anyLabel}</option>
      {facets.map(({value}) => (
        <option key={value} value={value}>
          {value === '' ? texts.tools.noLabel : value}
        </option>
      ))}
    </Choice>
  )
}

function Choices({wall, change}: Props) {
  const shown = useSelector(wall, s => s.context.board.wall) ?? NEW_WALL
  return (
    <>
      <Choice
        label={texts.tools.tiles}
        value={shown.tiles}
        onChosen={value => change({tiles: TILE_CHOICES.find(each => each === value) ?? null})}
      >
        {TILE_CHOICES.map(each => (
          <option key={each} value={each}>
            {texts.kinds[each]}
          </option>
        ))}
      </Choice>
      <Choice
        label={texts.tools.order}
        value={shown.order}
        onChosen={value => change({order: ORDERS.find(each => each === value) ?? null})}
      >
        {ORDERS.map(each => (
          <option key={each} value={each}>
            {texts.orders[each]}
          </option>
        ))}
      </Choice>
      <Choice
        label={texts.tools.grouping}
        value={shown.grouping}
        onChosen={value => change({grouping: GROUPINGS.find(each => each === value) ?? null})}
      >
        {GROUPINGS.map(each => (
          <option key={each} value={each}>
            {texts.groupings[each]}
          </option>
        ))}
      </Choice>
    </>
  )
}

/** No label is called so. */
const ANY = '\u0000'

function Actions({wall, change}: Props) {
  const isManager = useSelector(wall, s => mayManage(s.context.user))
  const name = useSelector(wall, s => s.context.board.wall?.name ?? '')
  const hasAdditions = useSelector(wall, s => isPulsewall(s.context.offer))
  return (
    <div className={styles.actions}>
      {isManager && name !== '' && (
        <Tool label={texts.tools.edit} onClick={() => wall.send({type: 'editor.opened', form: 'edit'})}>
          <IconPencil size={16} aria-hidden="true" />
        </Tool>
      )}
      {isManager && name !== '' && (
        <Tool label={texts.tools.compose} onClick={() => wall.send({type: 'composing.began'})}>
          <IconLayoutDashboard size={16} aria-hidden="true" />
        </Tool>
      )}
      {isManager && (
        <Tool label={texts.tools.add} onClick={() => wall.send({type: 'editor.opened', form: 'add'})}>
          <IconPlus size={16} aria-hidden="true" />
        </Tool>
      )}
      {isManager && (
        <Tool label={texts.tools.duplicate} onClick={() => wall.send({type: 'editor.opened', form: 'duplicate'})}>
          <IconCopy size={16} aria-hidden="true" />
        </Tool>
      )}
      {isManager && hasAdditions && (
        <Tool label={texts.tools.versions} onClick={() => wall.send({type: 'versions.opened'})}>
          <IconHistory size={16} aria-hidden="true" />
        </Tool>
      )}
      {isManager && hasAdditions && (
        <Tool label={texts.tools.links} onClick={() => wall.send({type: 'links.opened'})}>
          <IconLink size={16} aria-hidden="true" />
        </Tool>
      )}
      {hasAdditions && <FirstWall name={name} />}
      <Tool label={texts.tools.kiosk} onClick={() => change({isKiosk: true})}>
        <IconMonitor size={16} aria-hidden="true" />
      </Tool>
    </div>
  )
}

/** Makes the shown wall the one that the user sees first, or leaves that to the organisation again. */
function FirstWall({name}: {name: string}) {
  const {preferences} = useApplication()
  const isFirst = useSelector(preferences, ({context}) => context.preferences.firstWall === name)
  return (
    <Tool
      label={texts.tools.firstWall}
      isPressed={isFirst}
      onClick={() => preferences.send({type: 'preferences.changed', change: {firstWall: isFirst ? null : name}})}
    >
      <IconStar size={16} aria-hidden="true" />
    </Tool>
  )
}

/** The actions that everybody has on a wall of their own. */
function OwnActions({wall, change}: Props) {
  const name = useSelector(wall, s => s.context.board.walls[0]?.name)
  const walls = useSelector(wall, s => s.children.walls)
  const isStandard = useSelector(walls, s => s?.context.shown.exists !== true)
  return (
    <div className={styles.actions}>
      {name !== undefined && (
        <Tool label={texts.tools.compose} onClick={() => wall.send({type: 'composing.began'})}>
          <IconLayoutDashboard size={16} aria-hidden="true" />
        </Tool>
      )}
      {name !== undefined && !isStandard && (
        <Tool
          label={texts.tools.standard}
          onClick={() => walls?.send({type: 'intent.added', intent: {kind: 'remove', name}})}
        >
          <IconUndo size={16} aria-hidden="true" />
        </Tool>
      )}
      <Tool label={texts.tools.kiosk} onClick={() => change({isKiosk: true})}>
        <IconMonitor size={16} aria-hidden="true" />
      </Tool>
    </div>
  )
}

interface ToolProps {
  label: string
  /** Undefined for a tool that is not switched on and off. */
  isPressed?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({label, isPressed, onClick, children}: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChosen: (value: string) => void
  children: ReactNode
}

function Choice({label, value, onChosen, children}: ChoiceProps) {
  return (
    <select
      className={styles.choice}
      aria-label={label}
      title={label}
      value={value}
      onChange={({target}) => onChosen(target.value)}
    >
      {children}
    </select>
  )
}
