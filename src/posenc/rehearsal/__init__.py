"""The rehearsal: cards with screen questions, sessions against the clock, and when each card returns."""
