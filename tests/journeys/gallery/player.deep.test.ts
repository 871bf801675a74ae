import {readRoom, walkRoom} from '../support/gallery'

walkRoom('player')
readRoom('player')
