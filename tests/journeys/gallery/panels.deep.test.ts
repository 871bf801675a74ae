import {readRoom, walkRoom} from '../support/gallery'

walkRoom('panels')
readRoom('panels')
