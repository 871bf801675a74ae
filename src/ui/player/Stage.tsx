import css from './Stage.module.css'

/** Puts the videos into their place, and its result takes them out. It must stay the same function, or they would stop. */
export type Mount = (place: Element | null) => (() => void) | undefined

export const Stage = ({mount}: {mount: Mount}) => <div className={css.stage} ref={mount} />
