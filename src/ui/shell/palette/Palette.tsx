import {Modal} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {type KeyboardEvent, useId} from 'react'
import type {FoundEntry} from '../../../domain/shell/palette'
import type {Piece} from '../../../domain/shell/pieces'
import type {PaletteInput, PaletteLogic, PaletteRef} from '../../../machines/shell/palette'
import {useApplication} from '../../kit/application'
import {
  IconBuilding2,
  IconChevronRight,
  IconCpu,
  IconHash,
  IconSearch,
  IconSlidersHorizontal,
  IconTriangleAlert,
} from '../../kit/mark/icons'
import spoken from '../../kit/text/Spoken.module.css'
import styles from './Palette.module.css'
import {texts} from './texts'

export interface PaletteProps {
  logic: PaletteLogic
  inputOf: () => PaletteInput
}

/** Finds devices, keys, organisations, pages and actions by a few letters. It is open as long as it is drawn. */
export function Palette({logic, inputOf}: PaletteProps) {
  const palette = useActorRef(logic, {input: inputOf()})
  return (
    <Modal.Root
      opened
      onClose={() => palette.send({type: 'palette.closed'})}
      transitionProps={{duration: 0}}
      size="40rem"
      yOffset="12vh"
    >
      <Modal.Overlay />
      <Modal.Content aria-label={texts.name} className={styles.content ?? ''}>
        <Modal.Body p={0}>
          <Finder palette={palette} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Finder({palette}: {palette: PaletteRef}) {
  const listId = useId()
  const query = useSelector(palette, ({context}) => context.query)
  const {entries, total} = useSelector(palette, ({context}) => context.found)
  const marked = useSelector(palette, ({context}) => context.marked)
  const optionId = (at: number) => `${listId}-${at}`

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const move = MOVES[`${event.ctrlKey ? 'Ctrl+' : ''}${event.key}`]
    if (move !== undefined) palette.send({type: 'mark.moved', to: move})
    else if (event.key === 'Enter') palette.send({type: 'entry.chosen', at: marked})
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className={styles.search}>
        <IconSearch size={18} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog moves the focus later, and what is typed until then would be lost
          autoFocus
          role="combobox"
          aria-label={texts.name}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? optionId(marked) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={texts.placeholder}
          value={query}
          onChange={({currentTarget}) => palette.send({type: 'query.changed', query: currentTarget.value})}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={listId} role="listbox" aria-label={texts.results} className={styles.list}>
        {entries.map((entry, at) => (
          <Option
            key={entry.id}
            id={optionId(at)}
            entry={entry}
            isMarked={at === marked}
            onChoose={() => palette.send({type: 'entry.chosen', at})}
          />
        ))}
      </div>
      <Foot palette={palette} shown={entries.length} total={total} />
    </>
  )
}

/** The keys of a list; terminals use Ctrl+N and Ctrl+P. */
const MOVES: Readonly<Record<string, 'next' | 'previous' | 'first' | 'last'>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  'Ctrl+n': 'next',
  'Ctrl+p': 'previous',
  PageUp: 'first',
  PageDown: 'last',
}

interface OptionProps {
  id: string
  entry: FoundEntry
  isMarked: boolean
  onChoose: () => void
}

/** The focus stays in the field, so the marked entry is scrolled into view by itself. */
function Option({id, entry: {kind, detail, labelPieces, detailPieces}, isMarked, onChoose}: OptionProps) {
  const Icon = ICONS[kind]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the field, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the marked option
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      className={styles.option}
      ref={isMarked ? scrollIntoView : undefined}
      onMouseDown={event => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon size={16} />
      <bdi className={styles.label}>
        <Pieces pieces={labelPieces} />
      </bdi>
      {detail !== '' && (
        <bdi className={styles.detail}>
          <Pieces pieces={detailPieces} />
        </bdi>
      )}
      <span className={styles.kind}>{texts.kinds[kind]}</span>
    </div>
  )
}

const Pieces = ({pieces}: {pieces: readonly Piece[]}) =>
  pieces.map(({start, text, isMatched}) => (isMatched ? <mark key={start}>{text}</mark> : text))

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({block: 'nearest'})

const ICONS = {
  page: IconChevronRight,
  action: IconSlidersHorizontal,
  alarm: IconTriangleAlert,
  organisation: IconBuilding2,
  device: IconCpu,
  key: IconHash,
} as const

function Foot({palette, shown, total}: {palette: PaletteRef; shown: number; total: number}) {
  const {formats} = useApplication()
  const isLoading = useSelector(palette, snapshot => snapshot.matches('loading'))
  const hasFailed = useSelector(palette, ({context}) => context.failed.length > 0)
  const isAsked = useSelector(palette, ({context}) => context.query.trim() !== '')
  const count = texts.count(formats.number(total), total)
  return (
    <div className={styles.foot}>
      <span>
        {isAsked && total === 0 ? texts.none : shown < total ? texts.more(formats.number(shown), count) : count}
      </span>
      <span>{isLoading ? texts.loading : hasFailed ? texts.failed : ''}</span>
      <span role="status" className={spoken.spoken}>
        {isAsked ? (total === 0 ? texts.none : count) : ''}
      </span>
    </div>
  )
}
