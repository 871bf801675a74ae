import {type KeyboardEvent, type ReactNode, useId} from 'react'
import styles from './PlainMenu.module.css'

export interface PlainMenuProps {
  label: string
  /** Is drawn with what opens and places the menu. */
  opener: (props: MenuOpenerProps) => ReactNode
  /** Elements of the roles `menuitem` and `menuitemradio`. */
  children: ReactNode
}

export interface MenuOpenerProps {
  popoverTarget: string
  'aria-haspopup': 'menu'
  style: {anchorName: string}
}

/** A menu of the browser's own, for the parts that each screen has from its beginning. */
export function PlainMenu({label, opener, children}: PlainMenuProps) {
  const id = useId()
  const anchorName = `--menu-${id.replaceAll(/\W/g, '')}`
  return (
    <>
      {opener({popoverTarget: id, 'aria-haspopup': 'menu', style: {anchorName}})}
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        className={styles.menu}
        style={{positionAnchor: anchorName}}
        aria-label={label}
        onToggle={({currentTarget, newState}) => newState === 'open' && itemsOf(currentTarget)[0]?.focus()}
        onKeyDown={moveFocus}
      >
        {children}
      </div>
    </>
  )
}

export interface MenuItemProps {
  icon: ReactNode
  isDisabled?: boolean
  onChosen: () => void
  children: ReactNode
}

/** An action that closes its menu. Other attributes go to its button. */
export function MenuItem({icon, isDisabled = false, onChosen, children, ...others}: MenuItemProps) {
  return (
    <button
      {...others}
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      aria-disabled={isDisabled || undefined}
      onClick={({currentTarget}) => {
        if (isDisabled) return
        closeMenu(currentTarget)
        onChosen()
      }}
    >
      {icon}
      {children}
    </button>
  )
}

/** Gives the focus back to what opened the menu. */
export const closeMenu = (item: HTMLElement) => item.closest<HTMLElement>('[popover]')?.hidePopover()

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex(item => item.matches(':focus'))
  const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1}[event.key]
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (to === undefined) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}
