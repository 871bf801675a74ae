import {Button} from '@mantine/core'
import type {DragEvent, ReactNode} from 'react'
import {flushSync} from 'react-dom'
import {IconArrowDown, IconArrowUp} from '../mark/icons'
import {PopoverButton} from '../menu/PopoverButton'
import styles from './Table.module.css'
import {texts} from './texts'

interface Named {
  name: string
  label: string
}

interface Props {
  /** The shown columns in their order; the first one always stays. */
  shown: readonly Named[]
  hidden: readonly Named[]
  isUsual: boolean
  onToggled: (name: string) => void
  onMoved: (name: string, by: number) => void
  onDropped: (name: string, target: string) => void
  onReset: () => void
  /** Shown below the columns. */
  children?: ReactNode
}

/** Chooses columns and their order, by the keyboard or by dragging. */
export function ColumnsMenu({shown, hidden, isUsual, onReset, children, ...row}: Props) {
  return (
    <PopoverButton label={texts.columns.menu}>
      {() => (
        <div className={styles.menu}>
          <ul aria-label={texts.columns.shown}>
            {shown.map((column, at) => (
              <ShownColumn key={column.name} column={column} at={at} count={shown.length} {...row} />
            ))}
          </ul>
          {hidden.length > 0 && (
            <ul aria-label={texts.columns.hidden}>
              {hidden.map(({name, label}) => (
                <li key={name} data-column={name}>
                  <label>
                    <input
                      type="checkbox"
                      checked={false}
                      onChange={event => keepFocus(event.currentTarget, () => row.onToggled(name))}
                    />
                    {label}
                  </label>
                </li>
              ))}
            </ul>
          )}
          {children}
          <Button variant="subtle" size="xs" flex="none" disabled={isUsual} onClick={onReset}>
            {texts.columns.reset}
          </Button>
        </div>
      )}
    </PopoverButton>
  )
}

interface ShownProps extends Pick<Props, 'onToggled' | 'onMoved' | 'onDropped'> {
  column: Named
  at: number
  count: number
}

const DRAGGED = 'text/plain'

function ShownColumn({column: {name, label}, at, count, onToggled, onMoved, onDropped}: ShownProps) {
  const isFixed = at === 0
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    onDropped(event.dataTransfer.getData(DRAGGED), name)
  }
  return (
    <li
      data-column={name}
      draggable={!isFixed}
      onDragStart={event => event.dataTransfer.setData(DRAGGED, name)}
      onDragOver={event => event.preventDefault()}
      onDrop={drop}
    >
      <label data-fixed={isFixed || undefined}>
        <input
          type="checkbox"
          checked
          disabled={isFixed}
          onChange={event => keepFocus(event.currentTarget, () => onToggled(name))}
        />
        {label}
      </label>
      {!isFixed && (
        <>
          <Move
            label={texts.columns.up(label)}
            icon={<IconArrowUp size={14} aria-hidden />}
            isOff={at < 2}
            onPressed={() => onMoved(name, -1)}
          />
          <Move
            label={texts.columns.down(label)}
            icon={<IconArrowDown size={14} aria-hidden />}
            isOff={at > count - 2}
            onPressed={() => onMoved(name, 1)}
          />
        </>
      )}
    </li>
  )
}

/** Stays enabled at the end of the list, so that it keeps the focus. */
function Move({
  label,
  icon,
  isOff,
  onPressed,
}: {
  label: string
  icon: ReactNode
  isOff: boolean
  onPressed: () => void
}) {
  return (
    <button
      type="button"
      className={styles.plain}
      aria-label={label}
      aria-disabled={isOff}
      onClick={event => keepFocus(event.currentTarget, onPressed)}
    >
      {icon}
    </button>
  )
}

/** A column that changes its place takes the focus along. */
function keepFocus(control: HTMLElement, change: () => void) {
  const menu = control.closest(`.${styles.menu}`)
  const column = control.closest<HTMLElement>('[data-column]')?.dataset.column
  const label = control.getAttribute('aria-label')
  flushSync(change)
  const moved = [...(menu?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].find(
    one => one.dataset.column === column,
  )
  const controls = [...(moved?.querySelectorAll<HTMLElement>('input, button') ?? [])]
  controls.find(one => one.getAttribute('aria-label') === label)?.focus()
}
