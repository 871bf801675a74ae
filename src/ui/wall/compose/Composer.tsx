import {useSelector} from '@xstate/react'
import {type KeyboardEvent, useRef} from 'react'
import type {Direction} from '../../../domain/wall/layout/layout'
import type {Panel} from '../../../domain/wall/panels/panels'
import type {ComposeRef} from '../../../machines/wall/compose'
import type {PanelSources} from '../../../machines/wall/panelSources'
import type {WallRef} from '../../../machines/wall/wall'
import {LazyPart} from '../../kit/loading/LazyPart'
import {CompositionNotes, inReadingOrder, PanelFrame, placeOf, rowsStyle} from '../panels/Panels'
import panels from '../panels/Panels.module.css'
import {PlanHandles} from '../places/PlanHandles'
import styles from './Compose.module.css'
import {ComposeTools} from './ComposeTools'
import {focusPanel, removePanel} from './covers'
import {News, useNameOf} from './News'
import {PanelForm} from './PanelForm'
import {dragged} from './pointer'
import {texts} from './texts'

interface Props {
  wall: WallRef
  compose: ComposeRef
  sources: PanelSources
}

/** The wall while its panels are composed: by dragging, by keys alone, or by the numbers of a form. */
export function Composer({wall, compose, sources}: Props) {
  const composition = useSelector(compose, s => s.context.composition)
  const selected = useSelector(compose, s => s.context.selected)
  const form = useRef<HTMLElement>(null)
  return (
    <section className={styles.composer} aria-label={texts.label} onKeyDown={event => walkHistory(event, compose)}>
      <ComposeTools wall={wall} compose={compose} />
      <CompositionNotes composition={composition} />
      <News wall={wall} compose={compose} />
      <div className={styles.middle}>
        <ul className={panels.panels} style={rowsStyle(composition)}>
          {inReadingOrder(composition.panels).map(panel => (
            <li key={panel.id} className={`${panels.panel} ${styles.panel}`} style={placeOf(panel)}>
              <div className={styles.shown} inert>
                <PanelFrame {...{panel, wall, sources}} />
              </div>
              <Cover
                {...{panel, wall, compose}}
                isSelected={panel.id === selected}
                onEntered={() => form.current?.querySelector<HTMLElement>('input')?.focus()}
              />
              {panel.kind === 'plan' && panel.id === selected && (
                <PlanHandles {...{panel, wall, compose}} pictures={sources.pictures} />
              )}
            </li>
          ))}
        </ul>
        <aside
          ref={form}
          className={styles.form}
          aria-label={texts.form}
          onKeyDown={({key}) => key === 'Escape' && focusPanel(selected)}
        >
          <LazyPart load={sources.pictures} waiting="">
            {({library}) => <PanelForm {...{wall, compose}} pictures={library} />}
          </LazyPart>
        </aside>
      </div>
    </section>
  )
}

interface CoverProps extends Omit<Props, 'sources'> {
  panel: Panel
  isSelected: boolean
  onEntered: () => void
}

/** The draggable and focusable part over the shown panel. */
function Cover({panel, wall, compose, isSelected, onEntered}: CoverProps) {
  const nameOf = useNameOf(wall)
  const {id} = panel
  return (
    <>
      <button
        type="button"
        className={styles.cover}
        data-cover={id}
        aria-label={nameOf(panel)}
        aria-pressed={isSelected}
        onFocus={() => compose.send({type: 'panel.selected', id})}
        onPointerDown={event => dragged(event, compose, panel, 'move')}
        onKeyDown={event => act(event, compose, panel, onEntered)}
      />
      <span
        className={styles.corner}
        aria-hidden="true"
        onPointerDown={event => dragged(event, compose, panel, 'resize')}
      />
    </>
  )
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

function act(event: KeyboardEvent<HTMLElement>, compose: ComposeRef, {id}: Panel, onEntered: () => void) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const direction = DIRECTIONS[event.key]
  if (direction !== undefined) compose.send({type: event.shiftKey ? 'panel.stretched' : 'panel.stepped', id, direction})
  else if (event.key === 'Delete' || event.key === 'Backspace') removePanel(compose, id)
  else if (event.key === 'Enter') onEntered()
  else if (event.key === 'Escape') {
    compose.send({type: compose.getSnapshot().matches('holding') ? 'hold.cancelled' : 'panel.selected', id: null})
  } else return
  event.preventDefault()
}

/** Fields have their own history. */
function walkHistory(event: KeyboardEvent<HTMLElement>, compose: ComposeRef) {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
  if (event.target instanceof Element && event.target.matches('input, textarea')) return
  event.preventDefault()
  compose.send({type: event.shiftKey ? 'redo.requested' : 'undo.requested'})
}
