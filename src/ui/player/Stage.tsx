import css from './Stage.module.css'

/** The place of the videos. `mount` puts them in, and its result takes them out. */
export const Stage = ({mount}: {mount: (place: Element) => () => void}) => (
  <div className={css.stage} ref={place => (place === null ? undefined : mount(place))} />
)
