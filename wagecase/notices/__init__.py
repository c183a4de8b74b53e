"""Messages to people: which notice follows which act, the outbox that loses none, and the ways they leave."""
