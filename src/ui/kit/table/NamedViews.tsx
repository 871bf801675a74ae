import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {typedName} from '../../../domain/format/typedName'
import type {NamedView, SavedView} from '../../../domain/savedView'
import type {SavedViewsRef} from '../../../machines/savedViews'
import {IconClose} from '../mark/icons'
import styles from './Table.module.css'

interface Props {
  saved: SavedViewsRef
  words: {menu: string; none: string; name: string; save: string; remove: (name: string) => string}
  /** The view that is shown now. */
  viewNow: () => SavedView
  onOpened: (view: SavedView) => void
}

/** The stored views, and a field for the name of another. */
export function NamedViews({saved, words, viewNow, onOpened}: Props) {
  const views = useSelector(saved, ({context}) => context.views)
  const name = useSelector(saved, ({context}) => context.name)
  return (
    <>
      <Names saved={saved} words={words} onOpened={onOpened} views={views} />
      <form
        onSubmit={event => {
          event.preventDefault()
          saved.send({type: 'view.saved', view: viewNow()})
        }}
      >
        <TextInput
          size="xs"
          mb="xs"
          label={words.name}
          maxLength={80}
          autoComplete="off"
          value={name}
          onChange={event => saved.send({type: 'name.typed', name: event.currentTarget.value})}
        />
        <Button type="submit" size="xs" disabled={typedName(name) === ''}>
          {words.save}
        </Button>
      </form>
    </>
  )
}

function Names({saved, words, views, onOpened}: Omit<Props, 'viewNow'> & {views: readonly NamedView[]}) {
  if (views.length === 0) return <p>{words.none}</p>
  return (
    <ul aria-label={words.menu}>
      {views.map(({name, view}) => (
        <li key={name}>
          <button type="button" data-wide className={styles.plain} onClick={() => onOpened(view)}>
            <bdi>{name}</bdi>
          </button>
          <button
            type="button"
            className={styles.plain}
            aria-label={words.remove(name)}
            onClick={() => saved.send({type: 'view.removed', name})}
          >
            <IconClose size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
