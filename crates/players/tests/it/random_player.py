"""A small player: it asks for the legal orders and gives one of them, always the same from the same lines."""

import sys

lines = 0
for line in iter(sys.stdin.readline, ""):
    lines += 1
    if not line.startswith("decide "):
        continue
    print("legal", flush=True)
    orders = []
    for order in iter(sys.stdin.readline, ""):
        if not order.strip():
            break
        orders.append(order.strip())
    # The referee asks again after the legal orders.
    sys.stdin.readline()
    print(orders[lines % len(orders)] if orders else "end", flush=True)
